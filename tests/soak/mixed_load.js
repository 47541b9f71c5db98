// Loads a server with good and bad requests for some time, compares every answer, and looks whether its memory or its
// descriptors grow. Fails on a wrong answer, on growth, or when the server ends.
//   node mixed_load.js PROGRAM SECONDS
'use strict';
const { spawn } = require('node:child_process');
const { readFileSync, readdirSync } = require('node:fs');
const http = require('node:http');
const net = require('node:net');
const { yutScore, omokVerdict } = require('./references.js');

const [program, seconds] = [process.argv[2], Number(process.argv[3])];
const CLIENTS = 48;
const CASES = 300;
const GROWTH_KIB = 2048;
const JSON_TYPE = 'application/json';
const NDJSON = 'application/x-ndjson';
const TEXT = 'text/plain';

let state = 88675123;
function random(n) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % n;
}
const pick = (list) => list[random(list.length)];

// --- cases with their answers

const throws = Array.from({ length: CASES }, () => {
  const dice = Array.from({ length: 10 }, () => 1 + random(5));
  return { dice, score: yutScore(dice) };
});

function randomBoard() {
  const board = Array.from({ length: 19 }, () => Array.from({ length: 19 }, () => [0, 0, 0, 0, 1, 2][random(6)]));
  const [r, c, color, length] = [random(13), random(13), 1 + random(2), 5 + random(2)];
  const [dr, dc] = pick([
    [0, 1],
    [1, 0],
    [1, 1],
  ]);
  for (let i = 0; i < length; i++) board[r + i * dr][c + i * dc] = color;
  return board;
}
const boards = Array.from({ length: CASES }, randomBoard)
  .map((board) => ({ board, verdict: omokVerdict(board) }))
  .filter(({ verdict }) => verdict !== undefined);

const omokText = ({ winner, row, col }) => (winner === 0 ? '0\n' : `${winner}\n${row} ${col}\n`);
const digitRows = (board) => board.map((row) => row.join(''));
const problem = (status, type) => ({ status, test: (body) => JSON.parse(body).type === `urn:yutomok:${type}` });
const exactly = (body) => ({ status: 200, test: (got) => got === body });
const some = (count, list) => Array.from({ length: count }, () => pick(list));

// --- requests, each with what is to come of it

const post = (path, type, body, expected, headers = {}) => ({
  method: 'POST',
  path,
  headers: { 'Content-Type': type, ...headers },
  body,
  expected,
});
const get = (path, expected, headers = {}) => ({ method: 'GET', path, headers, expected });

// What has no reference here must stay what it was the first time.
const first = new Map();
function asBefore(key) {
  return {
    status: 200,
    test: (body) => {
      if (!first.has(key)) first.set(key, body);
      return first.get(key) === body;
    },
  };
}

function explained({ dice, score }) {
  const test = (body) => {
    const answer = JSON.parse(body);
    return answer.max_score === score && answer.moves.length === 10 && answer.moves[9].total === score;
  };
  return post('/yut?explain=true', JSON_TYPE, JSON.stringify({ dice }), { status: 200, test });
}

const resources = ['/', '/page.js', '/mistakes', '/yut/board', '/openapi.yaml', '/stress.sh'];

const good = [
  () => {
    const { dice, score } = pick(throws);
    return post('/yut', JSON_TYPE, JSON.stringify({ dice }), exactly(`{"max_score":${score}}`));
  },
  () => {
    const { board, verdict } = pick(boards);
    return post('/omok', JSON_TYPE, JSON.stringify({ board }), exactly(JSON.stringify(verdict)));
  },
  () => {
    const { board, verdict } = pick(boards);
    return post('/omok', JSON_TYPE, JSON.stringify(digitRows(board)), exactly(JSON.stringify(verdict)));
  },
  () => explained(pick(throws)),
  () => {
    const chosen = some(1 + random(200), throws);
    const body = chosen.map(({ dice }) => `[${dice}]\n`).join('');
    return post('/yut', NDJSON, body, exactly(chosen.map(({ score }) => `{"max_score":${score}}\n`).join('')));
  },
  () => {
    const chosen = some(1 + random(5000), throws);
    const body = chosen.map(({ dice }) => dice.join(' ')).join('\n');
    return post('/yut', TEXT, body, exactly(chosen.map(({ score }) => `${score}\n`).join('')));
  },
  () => {
    const chosen = some(1 + random(100), boards);
    const body = chosen.map(({ board }) => board.map((row) => row.join(' ')).join('\n')).join('\n');
    return post('/omok', TEXT, body, exactly(chosen.map(({ verdict }) => omokText(verdict)).join('')));
  },
  () => {
    const { dice, score } = pick(throws);
    const answer = score + random(2);
    const test = (body) => {
      const { correct, expected, mistakes } = JSON.parse(body);
      return correct === (answer === score) && expected.max_score === score && Array.isArray(mistakes);
    };
    return post('/yut/check', JSON_TYPE, JSON.stringify({ dice, answer }), { status: 200, test });
  },
  () => {
    const { board, verdict } = pick(boards);
    const expected = JSON.stringify({ correct: true, expected: verdict, mistakes: [] });
    return post(
      '/omok/check',
      JSON_TYPE,
      JSON.stringify({ board: digitRows(board), answer: verdict }),
      exactly(expected),
    );
  },
  () => {
    const [path, body] = pick([
      ['/yut', JSON.stringify(pick(throws).dice)],
      ['/omok', JSON.stringify(digitRows(pick(boards).board))],
    ]);
    return post(path, JSON_TYPE, body, asBefore(`picture ${body}`), { Accept: 'image/svg+xml' });
  },
  () => {
    const turns = 1 + random(10);
    const body = JSON.stringify({ dice: some(turns, [1, 2, 3, 4, 5]).slice(0, 3), turns: Math.max(turns, 3) });
    return post('/yut/moves', JSON_TYPE, body, asBefore(body));
  },
  () => {
    const path = pick([...resources, `/yut/cases?count=2&seed=${random(20)}`, `/omok/cases?seed=${random(20)}`]);
    return get(path, asBefore(path));
  },
];

const bad = [
  () => post('/yut', JSON_TYPE, '{"dice":[1,2,', problem(400, 'malformed-json')),
  () => post('/yut', JSON_TYPE, '[1,2,3]', problem(422, 'wrong-dice-count')),
  () => post('/omok', JSON_TYPE, '[]', problem(422, 'wrong-row-count')),
  () => post('/omok', TEXT, '0 1 x', problem(400, 'malformed-text')),
  () => post('/yut', 'image/png', '?', problem(415, 'unsupported-media-type')),
  () => post('/yut', JSON_TYPE, '[]', problem(406, 'not-acceptable'), { Accept: 'image/png' }),
  () => post('/yut', JSON_TYPE, ' '.repeat(70000), problem(413, 'body-too-large')),
  () => post('/nothing', JSON_TYPE, '[]', problem(404, 'not-found')),
  () => get('/yut', problem(405, 'method-not-allowed')),
  () => get('/yut/cases?count=none', problem(400, 'bad-query')),
  () => {
    const body = `[1]\n[${throws[0].dice}]\n{\n`;
    const test = (got) => {
      const lines = got
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      return lines[0].line === 1 && lines[1].max_score === throws[0].score && lines[2].status === 400;
    };
    return post('/yut', NDJSON, body, { status: 200, test });
  },
];

// Bytes for a connection of their own, and the status that must come first; 0: the connection just ends, in the middle
// of a request; NO_REQUEST: nothing comes, or 408 when the time for a head is over.
const NO_REQUEST = -1;
const raw = [
  ['GET /healthz HTTP/1.1\r\n\r\n', 400],
  ['GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400],
  ['POST /yut HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
  ['GET /healthz HTTP/1.1\r\nHost: a\r\nBad Name: x\r\n\r\n', 400],
  ['GET /healthz HTTP/1.0\r\n\r\n', 200],
  ['POST /yut HTTP/1.1\r\nHost: a\r\nExpect: else\r\nContent-Length: 2\r\n\r\n', 417],
  ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', NO_REQUEST],
  ['POST /yut HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\n[1,2', 0],
];

// --- sending

const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });
const done = { good: 0, bad: 0, raw: 0 };
let failures = 0;

function fail(what, status, body) {
  failures++;
  if (failures <= 10) console.error(`wrong: ${what} got ${status} ${String(body).slice(0, 300)}`);
}

function isExpected(expected, status, body) {
  if (status !== expected.status) return false;
  try {
    return expected.test(body);
  } catch {
    return false; // not even JSON
  }
}

function send(port, { method, path, headers, body, expected }) {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, method, path, agent };
    if (body !== undefined) options.headers = { ...headers, 'Content-Length': Buffer.byteLength(body) };
    else options.headers = headers;
    const call = http.request(options, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const got = Buffer.concat(chunks).toString();
        if (!isExpected(expected, response.statusCode, got))
          fail(`${method} ${path} ${String(body).slice(0, 100)}`, response.statusCode, got);
        resolve();
      });
    });
    call.on('error', (error) => {
      fail(`${method} ${path}`, error.code, '');
      resolve();
    });
    call.end(body);
  });
}

function sendRaw(port, [bytes, status]) {
  return new Promise((resolve) => {
    const chunks = [];
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.write(bytes, 'latin1');
      if (status === 0) setTimeout(() => socket.destroy(), random(20));
      else setTimeout(() => socket.end(), 50);
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      const got = Buffer.concat(chunks).toString();
      const isStatus = (wanted) => got.startsWith(`HTTP/1.1 ${wanted} `) || got.startsWith(`HTTP/1.0 ${wanted} `);
      if ((status > 0 && !isStatus(status)) || (status === NO_REQUEST && got !== '' && !isStatus(408)))
        fail(JSON.stringify(bytes), 'no such status', got);
      resolve();
    });
  });
}

async function client(port, end) {
  while (performance.now() < end && failures < 100) {
    const kind = random(100);
    if (kind < 80) {
      await send(port, pick(good)());
      done.good++;
    } else if (kind < 97) {
      await send(port, pick(bad)());
      done.bad++;
    } else {
      await sendRaw(port, pick(raw));
      done.raw++;
    }
  }
}

// --- the server, and how large it is

function start() {
  return new Promise((resolve, reject) => {
    const server = spawn(program, ['--port', '0', '--threads', '2'], { stdio: ['ignore', 'inherit', 'pipe'] });
    let log = '';
    server.stderr.on('data', (chunk) => {
      log = (log + chunk).slice(-10000);
      const ready = /"port":(\d+)/.exec(log);
      if (ready) resolve({ server, port: Number(ready[1]) });
    });
    process.on('exit', () => server.kill());
    server.on('exit', (code, signal) => reject(new Error(`the server has ended: ${code ?? signal}\n${log}`)));
  });
}

function measure({ pid }) {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return {
    resident: Number(/^VmRSS:\s+(\d+)/m.exec(status)[1]),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}

function report(what, { resident, descriptors }) {
  console.log(
    `${what}: resident ${resident} KiB, ${descriptors} descriptors; ` +
      `${done.good} good, ${done.bad} bad, ${done.raw} raw requests`,
  );
}

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function load(port, milliseconds) {
  const end = performance.now() + milliseconds;
  await Promise.all(Array.from({ length: CLIENTS }, () => client(port, end)));
}

async function main() {
  const { server, port } = await start();
  const idle = measure(server);
  report('at rest', idle);
  // A tenth of the time warms everything up; memory is compared from then on.
  await load(port, seconds * 100);
  const warm = measure(server);
  report('warm', warm);
  for (let part = 0; part < 9; part++) {
    await load(port, seconds * 100);
    report('loaded', measure(server));
  }
  agent.destroy();
  // What a client has left in the middle of a request goes when its time is over.
  for (let waited = 0; waited < 15 && measure(server).descriptors > idle.descriptors; waited++) await sleep(1000);
  const after = measure(server);
  report('after', after);
  if (after.resident > warm.resident + GROWTH_KIB) fail('memory', after.resident, warm.resident);
  if (after.descriptors > idle.descriptors) fail('descriptors', after.descriptors, idle.descriptors);
  server.removeAllListeners('exit');
  server.kill();
  const code = await new Promise((resolve) => server.on('exit', resolve));
  if (code !== 0) fail('exit', code, '');
  console.log(failures === 0 ? 'every answer was right' : `${failures} faults`);
  process.exit(failures === 0 ? 0 : 1);
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
