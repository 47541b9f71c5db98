"""Omok. The first argument names a mistake to make; without one it is right."""
import sys

mistake = sys.argv[1] if len(sys.argv) > 1 else ""
numbers = [int(word) for word in sys.stdin.read().split()]
size = 18 if mistake == "last-row-missing" else 19
stones = {(row, col): numbers[19 * row + col] for row in range(size) for col in range(19) if numbers[19 * row + col]}


def find():
    for (row, col), color in sorted(stones.items(), key=lambda stone: (stone[0][1], stone[0][0])):
        if mistake == "only-black" and color == 2:
            continue
        for down, right in (-1, 1), (0, 1), (1, 1), (1, 0):
            if mistake == "down-diagonal-missing" and down == right:
                continue
            length = 0
            while stones.get((row + length * down, col + length * right)) == color:
                length += 1
            if length == 5 and stones.get((row - down, col - right)) != color:
                if mistake == "last-stone":
                    row, col = row + 4 * down, col + 4 * right
                return f"{color}\n{row + 1} {col + 1}"
    return "0"


print(find())
