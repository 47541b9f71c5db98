// Writes the request bodies of the bench into a folder: one omok board, and batches of random cases.
'use strict';
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');

const folder = process.argv[2];
let state = 2463534242;
function random(n) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % n;
}

function board(fives) {
  const rows = Array.from({ length: 19 }, () => Array.from({ length: 19 }, () => [0, 0, 1, 2][random(4)]));
  // Break up what stands together by chance, so that few boards have winners of both colours.
  for (let r = 0; r < 19; r++) for (let c = 0; c < 19; c++) if ((r + 2 * c) % 4 === 0) rows[r][c] = 0;
  const [r, c] = [random(14), random(14)];
  if (fives) {
    for (let i = -1; i <= 5; i++) if (r + i >= 0 && r + i < 19) rows[r + i][c] = i >= 0 && i < 5 ? 1 : 0;
  }
  return rows;
}

function isBroken(rows) {
  const steps = [[0, 1], [1, 0], [1, 1], [-1, 1]];
  const seen = new Set();
  const at = (r, c) => (r >= 0 && c >= 0 && r < 19 && c < 19 ? rows[r][c] : 0);
  for (let r = 0; r < 19; r++) {
    for (let c = 0; c < 19; c++) {
      for (const [dr, dc] of steps) {
        if (at(r, c) === 0 || at(r - dr, c - dc) === at(r, c)) continue;
        let n = 1;
        while (at(r + n * dr, c + n * dc) === at(r, c)) n++;
        if (n === 5) seen.add(at(r, c));
      }
    }
  }
  return seen.size > 1;
}

function soundBoard() {
  for (;;) {
    const rows = board(random(2) === 0);
    if (!isBroken(rows)) return rows;
  }
}

const one = soundBoard();
writeFileSync(join(folder, 'omok.json'), JSON.stringify({ board: one }));
writeFileSync(join(folder, 'omok-digits.json'), JSON.stringify({ board: one.map((row) => row.join('')) }));

const boards = Array.from({ length: 2000 }, soundBoard);
const repeated = (texts, times) => Array(times).fill(texts.join('')).join('');
writeFileSync(join(folder, 'omok.txt'), repeated(boards.map((b) => b.map((row) => `${row.join(' ')}\n`).join('')), 40));
writeFileSync(join(folder, 'omok-rows.txt'), repeated(boards.map((b) => b.map((row) => `${row.join('')}\n`).join('')), 40));
writeFileSync(join(folder, 'omok.ndjson'), repeated(boards.map((b) => `${JSON.stringify(b.map((row) => row.join('')))}\n`), 40));

const dice = Array.from({ length: 1000000 }, () => Array.from({ length: 10 }, () => 1 + random(5)));
writeFileSync(join(folder, 'yut.ndjson'), dice.map((d) => `[${d.join(',')}]\n`).join(''));
const text = dice.map((d) => `${d.join(' ')}\n`).join('');
writeFileSync(join(folder, 'yut.txt'), text.repeat(3));
