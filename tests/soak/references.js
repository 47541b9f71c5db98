// The two games once more, as plainly as they can be put, for the load to hold answers against.
'use strict';

const RED = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 21, 23, 24, 25, 31, 27, 25, 29, 30, 25, 32,
  20,
];
const BLUE = { 5: 22, 10: 26, 15: 28 };
const PRINTED = [
  0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 0, 13, 16, 19, 25, 22, 24, 28, 27, 26,
  30, 35,
];
const FINISH = 21;

function landing(from, die) {
  let at = BLUE[from] ?? RED[from];
  for (let step = 1; step < die; step++) at = RED[at];
  return at;
}

/** The best score of ten dice. */
function yutScore(dice) {
  const seen = new Map();
  const search = (turn, pieces) => {
    if (turn === dice.length) return 0;
    const key = `${turn},${[...pieces].sort((a, b) => a - b)}`;
    if (seen.has(key)) return seen.get(key);
    let best = 0;
    for (let i = 0; i < 4; i++) {
      if (pieces[i] === FINISH) continue;
      const to = landing(pieces[i], dice[turn]);
      if (to !== FINISH && pieces.includes(to)) continue;
      const after = [...pieces];
      after[i] = to;
      best = Math.max(best, PRINTED[to] + search(turn + 1, after));
    }
    seen.set(key, best);
    return best;
  };
  return search(0, [0, 0, 0, 0]);
}

const DIRECTIONS = [
  [0, 1],
  [1, 0],
  [1, 1],
  [-1, 1],
];

/** Winner, row and column of a board of 19 arrays; undefined when both colours have a five. */
function omokVerdict(board) {
  const at = (r, c) => (board[r] ?? [])[c] ?? 0;
  const fives = [];
  for (let r = 0; r < 19; r++)
    for (let c = 0; c < 19; c++)
      for (const [dr, dc] of DIRECTIONS) {
        const color = at(r, c);
        if (color === 0 || at(r - dr, c - dc) === color) continue;
        let length = 1;
        while (at(r + length * dr, c + length * dc) === color) length++;
        if (length === 5) fives.push({ winner: color, row: r + 1, col: c + 1 });
      }
  if (new Set(fives.map((five) => five.winner)).size === 2) return undefined;
  return fives[0] ?? { winner: 0, row: null, col: null };
}

module.exports = { yutScore, omokVerdict };
