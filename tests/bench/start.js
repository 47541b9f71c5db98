// Milliseconds from starting a server to its ready line, the median of nine starts.
//   node start.js PROGRAM
'use strict';
const { spawn } = require('node:child_process');

function start(program) {
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const server = spawn(program, ['--port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
    let took;
    server.on('error', reject);
    server.stderr.once('data', (line) => {
      if (String(line).includes('"event":"ready"')) took = performance.now() - begin;
      server.kill();
    });
    server.on('exit', () => (took === undefined ? reject(new Error(`${program} did not start`)) : resolve(took)));
  });
}

async function main() {
  const times = [];
  for (let i = 0; i < 9; i++) times.push(await start(process.argv[2]));
  times.sort((a, b) => a - b);
  console.log(times[4].toFixed(1));
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
