import java.util.Scanner;

/** Omok. The first argument names a mistake to make; without one it is right. */
public class Main {
    static final int[][] DIRECTIONS = {{-1, 1}, {0, 1}, {1, 1}, {1, 0}};
    static final int[][] board = new int[21][21];

    static boolean wins(int row, int col, int[] direction, boolean six) {
        int color = board[row][col], length = 0;
        if (color == 0 || board[row - direction[0]][col - direction[1]] == color) {
            return false;
        }
        for (; board[row][col] == color; row += direction[0], col += direction[1]) {
            length++;
        }
        return length == 5 || (six && length > 5);
    }

    public static void main(String[] arguments) {
        boolean six = arguments.length > 0 && arguments[0].equals("six-wins");
        Scanner scanner = new Scanner(System.in);
        for (int row = 1; row <= 19; row++) {
            for (int col = 1; col <= 19; col++) {
                board[row][col] = scanner.nextInt();
            }
        }
        for (int col = 1; col <= 19; col++) {
            for (int row = 1; row <= 19; row++) {
                for (int[] direction : DIRECTIONS) {
                    if (wins(row, col, direction, six)) {
                        System.out.println(board[row][col] + "\n" + row + " " + col);
                        return;
                    }
                }
            }
        }
        System.out.println(0);
    }
}
