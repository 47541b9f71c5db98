// Posts all 9,765,625 dice sequences as text in batches below 64 MiB, and adds up the answers.
//   node whole_space.js PORT
'use strict';
const { request } = require('node:http');

const DICE = 10;
const SEQUENCES = 5 ** DICE;
const SUM = 2097858958;
const LINE_BYTES = 2 * DICE;
const BATCH = Math.floor((64 * 1024 * 1024) / LINE_BYTES);

function batch(first, count) {
  const text = Buffer.alloc(count * LINE_BYTES, ' ');
  for (let i = 0; i < count; i++) {
    let rest = first + i;
    const line = i * LINE_BYTES;
    for (let die = DICE - 1; die >= 0; die--) {
      text[line + 2 * die] = 0x31 + (rest % 5);
      rest = Math.floor(rest / 5);
    }
    text[line + LINE_BYTES - 1] = 0x0a;
  }
  return text;
}

function post(body) {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'text/plain', 'Content-Length': body.length };
    const call = request({ host: '127.0.0.1', port: process.argv[2], path: '/yut', method: 'POST', headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
    });
    call.on('error', reject);
    call.end(body);
  });
}

async function main() {
  let sum = 0;
  let answers = 0;
  let milliseconds = 0;
  for (let first = 0; first < SEQUENCES; first += BATCH) {
    const body = batch(first, Math.min(BATCH, SEQUENCES - first));
    const begin = performance.now();
    const answer = await post(body);
    milliseconds += performance.now() - begin;
    for (let at = 0; at < answer.length; at += 4) {
      sum += Number(answer.toString('latin1', at, at + 3));
      answers++;
    }
  }
  console.log(`all dice sequences: ${answers} answers in ${(milliseconds / 1000).toFixed(1)} s, their sum ${sum}`);
  if (answers !== SEQUENCES || sum !== SUM) {
    console.error(`wrong: there are ${SEQUENCES}, with the sum ${SUM}`);
    process.exit(1);
  }
}

main();
