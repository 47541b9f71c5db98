// Dice yut: ten dice, the best line and its playing, and the moves of any position.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ask,
  copied,
  diceOf,
  expectText,
  hold,
  openPage,
  press,
  release,
  runJson,
  settle,
  tabTo,
  until,
} from "./helper.js";

const SAMPLE = [1, 2, 3, 4, 1, 2, 3, 4, 1, 2];

test("the first answer is there without a click", async (t) => {
  const page = await openPage(t);
  await expectText(page, "#yut-score", 190);
  assert.equal(await page.locator("#yut-line li").count(), 10);
  assert.deepEqual(await diceOf(page, "#yut-dice"), SAMPLE);
  const [loaded, answered] = await page.evaluate(() => [
    performance.getEntriesByType("navigation")[0].loadEventEnd,
    performance.getEntriesByName("first-answer")[0].startTime,
  ]);
  t.diagnostic(
    `first answer ${Math.round(answered - loaded)} ms after the page was loaded, ${Math.round(answered)} ms after its start`,
  );
});

test("the board has the cells and the numbers of GET /yut/board", async (t) => {
  const page = await openPage(t);
  await expectText(page, "#yut-score", 190);
  const printed = await page.locator(".yut-board .cell").evaluateAll((cells) => cells.map((cell) => cell.textContent));
  assert.equal(printed.length, 33);
  assert.deepEqual(
    [printed[0], printed[5], printed[21], printed[25], printed[32]],
    ["start", "10", "finish", "25", "35"],
  );
  assert.equal(await page.locator(".arrow.blue").count(), 3);
  assert.equal(await page.locator(".arrow.red").count(), 32);
});

test("a click turns a die", async (t) => {
  const page = await openPage(t);
  await page.locator("#yut-dice .die").nth(0).click();
  const dice = [2, ...SAMPLE.slice(1)];
  await expectText(page, "#yut-score", (await ask("yut", dice)).max_score);
  assert.equal(await page.inputValue("#yut-text"), dice.join(" "));
});

test("with the keyboard alone: dice, examples, playing", async (t) => {
  const page = await openPage(t, { refusals: true });
  await expectText(page, "#yut-score", 190);
  await tabTo(page, "#yut-dice .die");
  await press(page, ..."4531121111");
  await expectText(page, "#yut-score", 284);
  await press(page, "Home", "ArrowUp", "End", "ArrowDown", "ArrowLeft", " ");
  assert.deepEqual(await diceOf(page, "#yut-dice"), [5, 5, 3, 1, 1, 2, 1, 1, 2, 1]);
  await tabTo(page, '[data-example="smallest"]');
  await press(page, "Enter");
  await expectText(page, "#yut-score", 113);
  await page.keyboard.press("Shift+Tab");
  await page.evaluate(() => document.activeElement.blur());
  await tabTo(page, "#yut-forward");
  await press(page, "Enter");
  await expectText(page, "#yut-caption", /^Turn 1: die 1, piece 1 goes from start to 2, 2 points, 2 in all$/);
  await tabTo(page, "#yut-step");
  await press(page, "End");
  await expectText(page, "#yut-total", "113 / 113");
  assert.match(await page.getAttribute("#yut-step", "aria-valuetext"), /^Turn 10: .* 113 in all$/);
});

test("pasted input is read by the server", async (t) => {
  const page = await openPage(t);
  await page.fill("#yut-text", "1 1 1 1 1\r\n1 1 1 1 5\n");
  await expectText(page, "#yut-score", 113);
  assert.deepEqual(await diceOf(page, "#yut-dice"), [1, 1, 1, 1, 1, 1, 1, 1, 1, 5]);
  await page.fill("#yut-text", '{"dice":[4,5,3,1,1,2,1,1,1,1]}');
  await expectText(page, "#yut-score", 284);
});

test("a fault in pasted text is shown at its place", async (t) => {
  const page = await openPage(t, { refusals: true });
  await expectText(page, "#yut-score", 190);
  await page.fill("#yut-text", "1 2 3 4 1\n1 2 four 4 1");
  await expectText(page, "#yut-problem .place span", "Line 2, column 5:");
  await expectText(page, "#yut-problem mark", "four");
  await expectText(page, "#yut-score", "–");
  await page.click("#yut-problem button");
  const chosen = await page.evaluate(() => {
    const { value, selectionStart, selectionEnd } = document.activeElement;
    return value.slice(selectionStart, selectionEnd);
  });
  assert.equal(chosen, "four");
  assert.equal(await page.getAttribute("#yut-text", "aria-invalid"), "true");
  await page.fill("#yut-text", "5 5 5 5 5 5 5 5 5 5");
  await expectText(page, "#yut-score", 130);
  await expectText(page, "#yut-problem", "");
  assert.equal(await page.getAttribute("#yut-text", "aria-invalid"), "false");
});

test("what is wrong is still told when another tab has been looked at", async (t) => {
  const page = await openPage(t, { refusals: true, gone: true });
  await expectText(page, "#yut-score", 190);
  await page.fill("#yut-text", "1 2 four 4 1");
  await expectText(page, "#yut-problem mark", "four");
  await page.click("#tab-omok");
  await page.click("#tab-yut");
  await settle(page);
  await expectText(page, "#yut-problem mark", "four");
  assert.equal(await page.inputValue("#yut-text"), "1 2 four 4 1");
  await page.route("**/yut?explain=true", (route) => route.abort());
  await page.fill("#yut-text", "5 5 5 5 5 5 5 5 5 5");
  await expectText(page, "#yut-problem", /The server does not answer/);
  assert.equal(await page.getAttribute("#yut-text", "aria-invalid"), "false");
  await page.unroute("**/yut?explain=true");
  await page.click("#tab-omok");
  await page.click("#tab-yut");
  await expectText(page, "#yut-score", 130);
});

test("columns count after a byte-order mark", async (t) => {
  const page = await openPage(t, { refusals: true });
  await expectText(page, "#yut-score", 190);
  for (const [text, column] of [
    ["\uFEFF1 2 four 4", "Line 1, column 5:"],
    ["\uFEFFone 2", "Line 1, column 1:"],
    ["\uFEFF1 2\n3 four", "Line 2, column 3:"],
  ]) {
    await page.fill("#yut-text", text);
    await expectText(page, "#yut-problem .place span", column);
    await expectText(page, "#yut-problem mark", /^(four|one)$/);
    await page.click("#yut-problem button");
    const chosen = await page.evaluate(() => {
      const { value, selectionStart, selectionEnd } = document.activeElement;
      return value.slice(selectionStart, selectionEnd).trim();
    });
    assert.match(chosen, /^(four|one)$/);
    await page.fill("#yut-text", "5 5 5 5 5 5 5 5 5 5");
    await expectText(page, "#yut-problem", "");
  }
  await page.fill("#yut-text", "\uFEFF[4,5,3,1,1,2,1,1,1,1]");
  await expectText(page, "#yut-score", 284);
});

test("a die that is out of range is marked", async (t) => {
  const page = await openPage(t, { refusals: true });
  await expectText(page, "#yut-score", 190);
  await page.locator("#yut-dice .die").nth(3).focus();
  await press(page, "6");
  await expectText(page, "#yut-problem", /A die shows 1 to 5.*dice\[3\] is 6/);
  const marked = () =>
    page
      .locator("#yut-dice .die")
      .evaluateAll((dice) => dice.flatMap((die, i) => (die.getAttribute("aria-invalid") === "true" ? [i] : [])));
  assert.deepEqual(await marked(), [3]);
  await page.locator("#yut-dice .die").nth(3).focus();
  await press(page, "4");
  await expectText(page, "#yut-score", 190);
  assert.deepEqual(await marked(), []);
});

test("the line is played, step by step and as a whole", async (t) => {
  const page = await openPage(t);
  await expectText(page, "#yut-total", "0 / 190");
  assert.equal(await page.isDisabled("#yut-back"), true);
  await page.click("#yut-forward");
  await page.click("#yut-forward");
  await expectText(page, "#yut-total", "6 / 190");
  await page.click("#yut-back");
  await expectText(page, "#yut-total", "2 / 190");
  assert.match(await page.getAttribute('.cell[data-id="1"]', "aria-label"), /piece 1/);
  await page.locator("#yut-line button").nth(5).click();
  await expectText(page, "#yut-total", "80 / 190");
  assert.equal(await page.locator('#yut-line [aria-current="step"]').count(), 1);
  await page.selectOption("#yut-speed", "4");
  await page.click("#yut-play");
  assert.equal(await page.getAttribute("#yut-play", "aria-label"), "Pause");
  await expectText(page, "#yut-total", "190 / 190");
  await page.waitForSelector('#yut-play[aria-label="Play"]');
  assert.match(await page.getAttribute('.cell[data-id="32"]', "aria-label"), /piece 1/);
  await page.click("#yut-play");
  await page.waitForSelector('#yut-play[aria-label="Pause"]');
  await page.click("#yut-play");
  await page.waitForSelector('#yut-play[aria-label="Play"]');
});

test("a button that has come to its end keeps the focus, and each step is told", async (t) => {
  const page = await openPage(t, { reducedMotion: "reduce" });
  await expectText(page, "#yut-total", "0 / 190");
  const focused = () => page.evaluate(() => document.activeElement.id);
  await page.focus("#yut-forward");
  for (let step = 1; step <= 11; step++) await press(page, "Enter");
  await expectText(page, "#yut-total", "190 / 190");
  assert.equal(await focused(), "yut-forward");
  assert.equal(await page.isDisabled("#yut-forward"), true);
  await expectText(page, "#announcement", /^Turn 10: .* 190 in all$/);
  await page.focus("#yut-back");
  for (let step = 1; step <= 11; step++) await press(page, "Enter");
  await expectText(page, "#yut-total", "0 / 190");
  await expectText(page, "#announcement", "Before the first turn");
  assert.equal(await focused(), "yut-back");
});

test("where motion is not wanted, a piece is at its end at once", async (t) => {
  const page = await openPage(t, { hash: "#yut=5555555555", reducedMotion: "reduce" });
  await expectText(page, "#yut-total", "0 / 130");
  await page.evaluate(() => {
    globalThis.passed = [];
    const token = document.querySelector(".piece-1 .on-piece");
    const note = () => globalThis.passed.push(token.textContent);
    new MutationObserver(note).observe(token, { childList: true });
  });
  await page.click("#yut-forward");
  await expectText(page, "#yut-total", "10 / 130");
  assert.equal(await page.evaluate(() => globalThis.passed.every((number) => ["1", "10"].includes(number))), true);
  const stated = await page.evaluate(() => getComputedStyle(document.querySelector(".piece-1")).transitionDuration);
  assert.equal(stated, "0s");
});

test("a link holds the dice", async (t) => {
  const page = await openPage(t, { hash: "#yut=4531121111" });
  await expectText(page, "#yut-score", 284);
  await page.locator("#yut-dice .die").nth(0).click();
  await page.waitForURL("**/#yut=5531121111");
  assert.equal(await copied(page, "#yut-line-panel [data-share]"), page.url());
});

test("the copied curl command gives what is on the page", async (t) => {
  const page = await openPage(t, { hash: "#yut=5123455324" });
  await expectText(page, "#yut-score", 214);
  await page.click("#yut-line-panel details summary");
  const { max_score, moves } = await runJson(await copied(page, "#yut-copy"));
  assert.equal(max_score, 214);
  assert.equal(moves.length, 10);
});

// --- positions

const POSITION = "#moves=0.3.5.31-3-7";
const positionOf = (page) => page.evaluate(() => location.hash);

test("a position has its moves ranked, and the blocked ones told", async (t) => {
  const page = await openPage(t, { hash: POSITION });
  await expectText(page, "#yut-best", "181.382");
  const rows = await page
    .locator("#yut-moves tr")
    .evaluateAll((rows) => rows.map((row) => [...row.cells].slice(1, 4).map((cell) => cell.textContent)));
  assert.deepEqual(rows, [
    ["10 → 19", "+19", "181.382best"],
    ["6 → 12", "+12", "180.664−0.717"],
    ["30 → finish", "+0", "147.579−33.802"],
  ]);
  await expectText(page, "#yut-blocked li span:last-child", "Piece 1 can't go from start to 6: piece 2 stands there.");
  await page.click("#yut-position-panel details summary");
  const { best } = await runJson(await copied(page, "#yut-moves-copy"));
  assert.equal(best.toFixed(3), "181.382");
});

async function centreOf(page, selector) {
  const { x, y, width, height } = await page.locator(selector).boundingBox();
  return [x + width / 2, y + height / 2];
}

test("pieces can be dragged", async (t) => {
  const page = await openPage(t, { hash: POSITION, refusals: true });
  await expectText(page, "#yut-best", "181.382");
  const drag = async (piece, cell) => {
    await page.mouse.move(...(await centreOf(page, `.piece-${piece} .disc`)));
    await page.mouse.down();
    await page.mouse.move(...(await centreOf(page, `.cell[data-id="${cell}"] .disc`)), { steps: 4 });
    await page.mouse.up();
  };
  await drag(2, 15);
  await page.waitForURL("**/#moves=0.15.5.31-3-7");
  const { best } = await ask("yut/moves", { pieces: [0, 15, 5, 31], dice: [3], turns: 7 });
  await expectText(page, "#yut-best", best.toFixed(3));
  await drag(2, 5);
  await expectText(page, "#yut-position-problem", /Only start and finish hold more than one piece/);
  assert.equal(await page.locator(".piece.wrong").count(), 1);
  await drag(2, 21);
  await expectText(page, "#yut-position-problem", "");
  assert.equal(await page.locator(".piece.wrong").count(), 0);
});

test("with the keyboard alone: a position", async (t) => {
  const page = await openPage(t, { refusals: true });
  await expectText(page, "#yut-score", 190);
  await tabTo(page, "#yut-mode-line");
  await press(page, "ArrowRight");
  await expectText(page, "#yut-best", "181.382");
  await page.evaluate(() => document.activeElement.blur());
  await tabTo(page, ".yut-board .cell");
  // From start to the cell above it on the right, 2; then to 4.
  await press(page, "2", "ArrowRight", "ArrowUp");
  const cell = await page.evaluate(() => Number(document.activeElement.dataset.id));
  await press(page, "Enter");
  await page.waitForURL(`**/#moves=0.${cell}.5.31-3-7`);
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /piece 2/);
  await tabTo(page, 'input[name="yut-piece"]');
  await press(page, "ArrowRight");
  await tabTo(page, "#yut-turns");
  await press(page, "ArrowUp");
  await page.waitForURL(`**/#moves=0.${cell}.5.31-3-8`);
  await tabTo(page, "#yut-known .die");
  await press(page, "5");
  await page.waitForURL(`**/#moves=0.${cell}.5.31-5-8`);
  await tabTo(page, "#yut-more");
  await press(page, "Enter");
  await page.waitForURL(/-5[1-5]-8$/);
  await expectText(page, "#yut-best", /./);
  await tabTo(page, "#yut-moves button");
  const before = await positionOf(page);
  await press(page, "Enter");
  await page.waitForFunction((before) => location.hash !== before, before);
  assert.match(await positionOf(page), /-[1-5]-7$/);
  await page.waitForFunction(() => document.activeElement.matches("#yut-moves tr:first-child button"));
});

test("every cell is reached with the arrow keys", async (t) => {
  const page = await openPage(t, { hash: POSITION });
  await expectText(page, "#yut-best", "181.382");
  const reached = await page.evaluate(() => {
    const cells = [...document.querySelectorAll(".yut-board .cell")];
    const found = new Set([0]);
    const queue = [0];
    while (queue.length > 0) {
      const id = queue.shift();
      for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
        cells[id].focus();
        cells[id].dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        const next = Number(document.activeElement.dataset.id);
        if (!found.has(next)) queue.push(next);
        found.add(next);
      }
    }
    return found.size;
  });
  assert.equal(reached, 33);
});

test("turns and dice that the server refuses are marked", async (t) => {
  const page = await openPage(t, { hash: POSITION, refusals: true });
  await expectText(page, "#yut-best", "181.382");
  await page.fill("#yut-turns", "11");
  await expectText(page, "#yut-position-problem", /There are 1 to 10 turns left/);
  assert.equal(await page.getAttribute("#yut-turns", "aria-invalid"), "true");
  await page.fill("#yut-turns", "7");
  await expectText(page, "#yut-best", "181.382");
  await page.locator("#yut-known .die").focus();
  await press(page, "7");
  await expectText(page, "#yut-position-problem", /A die shows 1 to 5/);
  assert.equal(await page.getAttribute("#yut-known .die", "aria-invalid"), "true");
});

test("a position out of the best line is looked at", async (t) => {
  const page = await openPage(t);
  await expectText(page, "#yut-score", 190);
  await page.locator("#yut-line button").nth(3).click();
  await page.click("#yut-explore");
  await expectText(page, "#yut-best", 190 - 41);
  await page.waitForURL("**/#moves=1.25.0.0-123412-6");
});

test("the focus stays among the moves to the last turn", async (t) => {
  const page = await openPage(t, { hash: "#moves=0.3.5.31-33-2" });
  await expectText(page, "#yut-best", /^[0-9]/);
  await page.focus("#yut-moves button");
  await press(page, "Enter");
  await page.waitForURL(/-3-1$/);
  await page.waitForSelector('#yut-moves button[aria-disabled="true"]');
  assert.equal(await page.evaluate(() => document.activeElement.matches("#yut-moves button")), true);
  await press(page, "Enter");
  await settle(page);
  assert.match(await positionOf(page), /-3-1$/);
  await page.focus("#yut-fewer");
  assert.equal(await page.isDisabled("#yut-fewer"), true);
  await press(page, "Enter");
  assert.deepEqual(await diceOf(page, "#yut-known"), [3]);
});

test("a ranking that comes late says nothing of the ten dice", async (t) => {
  const page = await openPage(t, { refusals: true });
  await expectText(page, "#yut-score", 190);
  const held = await hold(page, "**/yut/moves");
  await page.evaluate(() => (location.hash = "#moves=3.3.5.31-3-7"));
  await until(() => held.length === 1);
  await page.locator("#yut-mode-line").check();
  await release(page, held[0]);
  assert.equal(await page.locator(".piece.wrong").count(), 0);
});

test("turns that are left empty are filled in again", async (t) => {
  const page = await openPage(t, { hash: POSITION });
  await expectText(page, "#yut-best", "181.382");
  await page.fill("#yut-turns", "");
  await page.locator("#yut-turns").blur();
  assert.equal(await page.inputValue("#yut-turns"), "7");
});

test("all pieces home: there is nothing to move", async (t) => {
  const page = await openPage(t, { hash: "#moves=21.21.21.21-3-7" });
  await expectText(page, "#yut-best", "0");
  assert.equal(await page.isVisible("#yut-all-home"), true);
  assert.equal(await page.isVisible("#yut-moves-table"), false);
});

test("a link with a position that there is not shows what is there without it", async (t) => {
  const page = await openPage(t, { hash: "#moves=99.0.0.0-3-7" });
  await expectText(page, "#yut-score", 190);
  await page.waitForURL("**/#yut=1234123412");
});
