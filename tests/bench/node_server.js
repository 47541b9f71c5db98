// What a user would write instead: Node's http server, JSON.parse, and a complete table of the answers.
'use strict';
const { createServer } = require('node:http');
const { readFileSync } = require('node:fs');

const TABLE_OFFSET = Number(process.argv[3]);
const SCORE_MIN = 113;
const scores = readFileSync(process.argv[2]).subarray(TABLE_OFFSET, TABLE_OFFSET + 5 ** 10);

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    try {
      const { dice } = JSON.parse(Buffer.concat(chunks));
      if (!Array.isArray(dice) || dice.length !== 10) throw new RangeError('ten dice');
      let index = 0;
      for (const die of dice) {
        if (!Number.isInteger(die) || die < 1 || die > 5) throw new RangeError('a die shows 1 to 5');
        index = index * 5 + die - 1;
      }
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ max_score: scores[index] + SCORE_MIN }));
    } catch (error) {
      response.writeHead(422, { 'Content-Type': 'text/plain' });
      response.end(String(error));
    }
  });
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })));
