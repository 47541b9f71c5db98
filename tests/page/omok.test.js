// Omok: stones by mouse, keyboard and paste, and what is seen in them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, copied, expectText, hold, openPage, press, release, runJson, settle, tabTo, until } from "./helper.js";

const EMPTY = Array.from({ length: 19 }, () => "0".repeat(19));

/** Rows of digits with these stones, each "row col colour". */
function boardWith(...stones) {
  const rows = EMPTY.map((row) => [...row]);
  for (const stone of stones) {
    const [row, col, colour] = stone.split(" ");
    rows[row - 1][col - 1] = colour;
  }
  return rows.map((row) => row.join(""));
}

const crossing = (row, col) => `.crossing[data-row="${row}"][data-col="${col}"]`;
const withRow = (rows, index, row) => rows.map((old, i) => (i === index ? row : old)).join("\n");
const spaced = (rows) => rows.map((row) => [...row].join(" ")).join("\n");

async function shown(page) {
  const text = await page.inputValue("#omok-text");
  return text.split("\n").map((row) => row.replaceAll(" ", ""));
}

async function openOmok(t, options = {}) {
  const page = await openPage(t, { hash: "#omok", ...options });
  await expectText(page, "#omok-winner", /./);
  await page.waitForFunction(() => location.hash.startsWith("#omok="));
  return page;
}

test("the example shows a five that wins and a six that does not", async (t) => {
  const page = await openOmok(t);
  await expectText(page, "#omok-winner", "Black wins");
  await expectText(page, "#omok-where", /^Row 7, column 7/);
  await expectText(page, "#omok-output", "1\n7 7");
  assert.equal(await page.locator(".ring.five").count(), 5);
  assert.equal(await page.locator(".ring.overline").count(), 6);
  await expectText(page, ".count text", "6");
  await expectText(page, "#omok-lines .five", /^Black: 5 in a row, .* Five wins\.$/);
  await expectText(page, "#omok-lines .overline", /^White: 6 in a row, .* do not win\.$/);
});

test("stones are placed in turns, taken away, undone and cleared", async (t) => {
  const page = await openOmok(t);
  await page.click("#omok-clear");
  await expectText(page, "#omok-winner", "Nobody wins");
  await page.click(crossing(3, 2));
  await page.click(crossing(3, 3));
  assert.deepEqual(await shown(page), boardWith("3 2 1", "3 3 2"));
  await page.click(crossing(3, 3));
  assert.deepEqual(await shown(page), boardWith("3 2 1"));
  await page.click("#omok-undo");
  assert.deepEqual(await shown(page), boardWith("3 2 1", "3 3 2"));
  await page.locator('input[name="omok-tool"][value="2"]').check();
  await page.click(crossing(3, 2));
  assert.deepEqual(await shown(page), boardWith("3 2 2", "3 3 2"));
  await page.locator('input[name="omok-tool"][value="0"]').check();
  await page.click(crossing(3, 2));
  assert.deepEqual(await shown(page), boardWith("3 3 2"));
  await page.locator('input[name="omok-tool"][value="1"]').check();
  for (let col = 2; col <= 6; col++) await page.click(crossing(19, col));
  await expectText(page, "#omok-winner", "Black wins");
  await expectText(page, "#omok-output", "1\n19 2");
  await page.click(crossing(19, 7));
  await expectText(page, "#omok-winner", "Nobody wins");
  await expectText(page, "#omok-where", /longer ones do not count/);
});

test("with the keyboard alone: a five", async (t) => {
  const page = await openOmok(t);
  await tabTo(page, "#omok-clear");
  await press(page, "Enter");
  await expectText(page, "#omok-winner", "Nobody wins");
  await page.evaluate(() => document.activeElement.blur());
  await tabTo(page, ".crossing");
  await press(page, "Home", "PageUp", "ArrowDown", "ArrowUp", "ArrowUp");
  for (let i = 0; i < 5; i++) await press(page, "w", "ArrowRight", "ArrowDown");
  await expectText(page, "#omok-winner", "White wins");
  await expectText(page, "#omok-output", "2\n1 1");
  await expectText(page, "#announcement", /^White wins\. Row 1, column 1/);
  await press(page, "End", "PageDown", "Enter", "ArrowLeft", "b", "Delete", "ArrowRight", "ArrowRight", "1", "e");
  const five = ["1 1 2", "2 2 2", "3 3 2", "4 4 2", "5 5 2"];
  assert.deepEqual(await shown(page), boardWith(...five));
  await press(page, "Control+z");
  assert.deepEqual(await shown(page), boardWith(...five, "19 19 1"));
  const label = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  assert.equal(label, "Row 19, column 19, black");
  await tabTo(page, 'input[name="omok-tool"]');
  await press(page, "ArrowRight");
  assert.equal(await page.isChecked('input[name="omok-tool"][value="1"]'), true);
});

test("pasted boards: with spaces, as digits, with a count, as JSON", async (t) => {
  const page = await openOmok(t);
  const board = boardWith("3 2 1", "4 3 1", "5 4 1", "6 5 1", "7 6 1", "3 3 2");
  const forms = [
    spaced(board),
    `${board.join("\n")}\n`,
    `1\r\n${spaced(board).replaceAll("\n", "\r\n")}`,
    `1\n${board.join("\n")}`,
    JSON.stringify({ board }),
    `\uFEFF${JSON.stringify(board)}`,
    `\uFEFF${spaced(board)}`,
  ];
  for (const form of forms) {
    await page.fill("#omok-text", spaced(EMPTY));
    await expectText(page, "#omok-winner", "Nobody wins");
    await page.fill("#omok-text", form);
    await expectText(page, "#omok-output", "1\n3 2");
    assert.equal(await page.getAttribute(crossing(7, 6), "aria-label"), "Row 7, column 6, black");
    assert.equal(await page.locator(".crossing use").count(), 6);
  }
});

test("faults in pasted text are shown at their place", async (t) => {
  const page = await openOmok(t, { refusals: true });
  const rows = spaced(EMPTY).split("\n");
  await page.fill("#omok-text", withRow(rows, 4, rows[4].replace("0 0 0", "0 0 3")));
  await expectText(page, "#omok-problem .place span", "Line 5, column 5:");
  await expectText(page, "#omok-problem mark", "3");
  await expectText(page, "#omok-winner", "–");
  await page.fill("#omok-text", withRow(rows, 7, "0 0 0"));
  await expectText(page, "#omok-problem", /^A row has 19 columns/);
  assert.equal(await page.getAttribute("#omok-text", "aria-invalid"), "true");
  await page.fill("#omok-text", rows.join("\n"));
  await expectText(page, "#omok-winner", "Nobody wins");
  await expectText(page, "#omok-problem", "");
});

test("a cell that the server refuses is marked on the board", async (t) => {
  const page = await openOmok(t, { refusals: true });
  const board = EMPTY.map((row) => [...row].map(Number));
  board[4][2] = 7;
  await page.fill("#omok-text", JSON.stringify(board));
  await expectText(page, "#omok-problem", /There is no such cell/);
  const mark = await page.locator(".marks .wrong").boundingBox();
  const cell = await page.locator(`${crossing(5, 3)} rect`).boundingBox();
  assert.ok(
    Math.hypot(mark.x - cell.x, mark.y - cell.y) < 3,
    `${JSON.stringify(mark)} is not at ${JSON.stringify(cell)}`,
  );
});

test("fives of both colours are shown, and refused", async (t) => {
  const page = await openOmok(t, { refusals: true });
  await page.click('[data-example="both"]');
  await expectText(page, "#omok-winner", "Both have five");
  await expectText(page, "#omok-problem", /Both colours have five in a row/);
  assert.equal(await page.locator(".through.five").count(), 2);
  assert.equal(await page.locator("#omok-lines li").count(), 2);
});

test("every example is what its name says", async (t) => {
  const page = await openOmok(t);
  await page.click('[data-example="across"]');
  await expectText(page, "#omok-winner", "Black wins");
  assert.equal(await page.locator("#omok-lines .overline").count(), 1);
  await page.click('[data-example="leftmost"]');
  await expectText(page, "#omok-output", "2\n11 7");
});

test("a link holds the board", async (t) => {
  const page = await openOmok(t);
  const cells = Array.from({ length: 361 }, (_, i) => ((i * 7 + Math.floor(i / 5)) % 4) % 3);
  const board = Array.from({ length: 19 }, (_, row) => cells.slice(row * 19, row * 19 + 19).join(""));
  assert.equal((await ask("omok", { board })).winner !== undefined, true);
  await page.fill("#omok-text", board.join("\n"));
  await expectText(page, "#omok-text", "");
  await page.waitForFunction(() => document.querySelectorAll(".crossing use").length > 100);
  const link = await copied(page, "#omok [data-share]");
  assert.equal(link, page.url());
  const other = await openOmok(t, { hash: new URL(link).hash });
  assert.deepEqual(await shown(other), board);
  const broken = await openOmok(t, { hash: "#omok=%%%" });
  await expectText(broken, "#omok-winner", "Black wins");
});

test("the copied curl command, and the copied text, give what is on the page", async (t) => {
  const page = await openOmok(t);
  await page.click("#omok details summary");
  const { winner, row, col, overlines } = await runJson(await copied(page, "#omok-copy"));
  assert.deepEqual([winner, row, col, overlines.length], [1, 7, 7, 1]);
  const text = await copied(page, "#omok-copy-input");
  assert.deepEqual(await ask("omok", text, "text/plain"), { winner: 1, row: 7, col: 7 });
});

test("answers that overtake each other leave the right one", async (t) => {
  const page = await openOmok(t, { refusals: true });
  const held = await hold(page, "**/omok?explain=true");
  const retell = async () => {
    await page.click('[data-language="ko"]');
    await page.click('[data-language="en"]');
  };
  await page.click('[data-example="across"]');
  await page.click('[data-example="both"]');
  await page.click("#omok-clear");
  await until(() => held.length === 3);
  await retell();
  await expectText(page, "#omok-winner", "Black wins"); // what was asked before
  await release(page, held[2]);
  await expectText(page, "#omok-winner", "Nobody wins");
  for (const late of held.slice(0, 2)) {
    await release(page, late);
    await retell();
    await expectText(page, "#omok-winner", "Nobody wins");
    await expectText(page, "#omok-problem", "");
    assert.equal(await page.locator(".marks *").count(), 0);
  }
});

test("the board has a name, and every crossing, in the language of the page", async (t) => {
  for (const [locale, name, label] of [
    ["en-US", /^Board of 19 rows/, "Row 7, column 7, black"],
    ["ko-KR", /^19행 19열 판/, "7행 7열, 흑"],
  ]) {
    const page = await openPage(t, { hash: "#omok", locale });
    await page.waitForFunction(() => location.hash.startsWith("#omok="));
    assert.match(await page.getAttribute(".omok-board", "aria-label"), name);
    assert.equal(await page.getAttribute(crossing(7, 7), "aria-label"), label);
  }
});

test("what is wrong is still told when another tab has been looked at", async (t) => {
  const page = await openOmok(t, { refusals: true, gone: true });
  await page.fill("#omok-text", "0 1 2 x");
  await expectText(page, "#omok-problem mark", "x");
  await page.click("#tab-check");
  await page.click("#tab-omok");
  await settle(page);
  await expectText(page, "#omok-problem mark", "x");
  assert.equal(await page.inputValue("#omok-text"), "0 1 2 x");
  await page.fill("#omok-text", boardWith(..."12345".split("").flatMap((i) => [`1 ${i} 1`, `3 ${i} 2`])).join("\n"));
  await expectText(page, "#omok-winner", "Both have five");
  assert.equal(await page.getAttribute("#omok-text", "aria-invalid"), "false");
  await page.route("**/omok?explain=true", (route) => route.abort());
  await page.click("#omok-clear");
  await expectText(page, "#omok-problem", /The server does not answer/);
  await page.unroute("**/omok?explain=true");
  await page.click("#tab-check");
  await page.click("#tab-omok");
  await expectText(page, "#omok-winner", "Nobody wins");
});

test("undoing all leaves the focus on its button", async (t) => {
  const page = await openOmok(t);
  await page.focus("#omok-undo");
  await press(page, "Enter", "Enter");
  await expectText(page, "#omok-winner", "Nobody wins");
  assert.equal(await page.isDisabled("#omok-undo"), true);
  assert.equal(await page.evaluate(() => document.activeElement.id), "omok-undo");
});
