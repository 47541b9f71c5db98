// Finding the bug: an input and an answer, and which mistake it looks like.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import {
  ask,
  base,
  copied,
  cutAnswers,
  expectText,
  hold,
  openPage,
  press,
  refuse,
  release,
  run,
  settle,
  tabTo,
  until,
} from "./helper.js";

const SAMPLE = { dice: [1, 2, 3, 4, 1, 2, 3, 4, 1, 2], answer: 203 };

async function knownMistakes() {
  return (await fetch(`${base}/mistakes`)).json();
}

const explanations = (page) => page.locator("#check-mistakes p").allTextContents();

test("a wrong answer of dice yut is explained", async (t) => {
  const page = await openPage(t, { hash: "#check" });
  await page.click("#check-run");
  await expectText(page, "#check-headline", "Wrong");
  await expectText(page, "#check-expected", "190");
  await expectText(page, "#check-given", "203");
  const { mistakes } = await ask("yut/check", SAMPLE);
  assert.deepEqual(
    await explanations(page),
    mistakes.map(({ explanation }) => explanation),
  );
  assert.ok(mistakes.length > 0);
  await expectText(page, "#announcement", /^Wrong/);
});

test("a right answer is told so", async (t) => {
  const page = await openPage(t, { hash: "#check" });
  await page.fill("#check-answer", "190\n");
  await page.click("#check-run");
  await expectText(page, "#check-headline", "Right");
  assert.equal(await page.isVisible("#check-comparison"), false);
  assert.equal(await page.locator("#check-mistakes li").count(), 0);
});

test("omok: winner and stone, or nobody", async (t) => {
  const page = await openPage(t, { hash: "#check=omok" });
  await page.click("#check-run");
  await expectText(page, "#check-headline", "Wrong");
  await expectText(page, "#check-expected", "0");
  await expectText(page, "#check-given", "1\n10 6");
  await page.fill("#check-answer", "0");
  await page.click("#check-run");
  await expectText(page, "#check-headline", "Right");
  const rows = Array.from({ length: 19 }, (_, row) => (row > 2 && row < 8 ? "0200000000000000000" : "0".repeat(19)));
  await page.fill("#check-input", `1\n${rows.join("\n")}`);
  await page.fill("#check-answer", "2\n4 2");
  await page.click("#check-run");
  await expectText(page, "#check-headline", "Right");
});

test("in Korean, mistakes are explained in Korean", async (t) => {
  const page = await openPage(t, { hash: "#check", locale: "ko-KR" });
  await page.click("#check-run");
  await expectText(page, "#check-headline", "틀렸습니다");
  const known = await knownMistakes();
  const { mistakes } = await ask("yut/check", SAMPLE);
  const korean = mistakes.map(({ id }) => known.yut.find((mistake) => mistake.id === id).explanation_ko);
  assert.deepEqual(await explanations(page), korean);
});

test("the common mistakes are listed, for each game its own", async (t) => {
  const page = await openPage(t, { hash: "#check" });
  const known = await knownMistakes();
  const ids = () => page.locator("#check-common-list .id").allTextContents();
  await page.waitForSelector("#check-common-list summary");
  assert.deepEqual(
    await ids(),
    known.yut.map(({ id }) => id),
  );
  await page.locator('#check input[value="omok"]').check();
  assert.deepEqual(
    await ids(),
    known.omok.map(({ id }) => id),
  );
  await page.waitForURL("**/#check=omok");
});

test("hard cases for a mistake are downloaded", async (t) => {
  const page = await openPage(t, { hash: "#check" });
  await page.locator("#check-common-list summary").first().click();
  const known = await knownMistakes();
  for (const [part, index] of [
    ["in", 1],
    ["out", 2],
  ]) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator("#check-common-list .actions").first().locator("button").nth(index).click(),
    ]);
    assert.equal(download.suggestedFilename(), `yut-${known.yut[0].id}.${part}`);
    assert.match(await readFile(await download.path(), "utf8"), /^[0-9 \n]+\n$/);
  }
});

test("an input that shows a mistake is put in its place", async (t) => {
  const page = await openPage(t, { hash: "#check=omok" });
  const { omok } = await knownMistakes();
  const index = omok.findIndex(({ id }) => id === "six-wins");
  await page.locator("#check-common-list summary").nth(index).click();
  await page.locator("#check-common-list li").nth(index).locator("button").first().click();
  assert.equal((await page.inputValue("#check-input")).replaceAll(" ", ""), omok[index].example.board.join("\n"));
  assert.equal(await page.evaluate(() => document.activeElement.id), "check-answer");
  await page.keyboard.insertText("0");
  await press(page, "Control+Enter");
  await expectText(page, "#check-headline", "Right");
});

test("the copied script runs a program on hard cases", async (t) => {
  const page = await openPage(t, { hash: "#check" });
  const command = await copied(page, "#check-copy");
  assert.match(command, / yut \.\/a\.out$/);
  const { stdout } = await run(command.replace("./a.out", "echo 1"));
  assert.match(stdout, /Case 1 of \d+: the answer is wrong/);
  await page.locator('#check input[value="omok"]').check();
  await expectText(page, "#check-script", / omok \.\/a\.out$/);
});

test("faults in the input and in the answer are shown at theirs", async (t) => {
  const page = await openPage(t, { hash: "#check", refusals: true });
  await page.fill("#check-input", "1 2 3 4 1 2 3 9 1 2");
  await page.click("#check-run");
  await expectText(page, "#check-input-problem mark", "9");
  await expectText(page, "#check-answer-problem", "");
  await page.fill("#check-input", "1 2 3 4 1 2 3 4 1 2");
  await page.fill("#check-answer", "Segmentation fault");
  await page.click("#check-run");
  await expectText(page, "#check-answer-problem", "This is not what such a program prints");
  await expectText(page, "#check-input-problem", "");
  assert.equal(await page.getAttribute("#check-answer", "aria-invalid"), "true");
});

test("an input is looked at on its board", async (t) => {
  const page = await openPage(t, { hash: "#check" });
  await page.fill("#check-input", "4 5 3 1 1 2 1 1 1 1");
  await page.click("#check-look");
  await expectText(page, "#yut-score", 284);
  assert.equal(await page.getAttribute("#tab-yut", "aria-selected"), "true");
  await page.click("#tab-check");
  assert.equal(await page.inputValue("#check-input"), "4 5 3 1 1 2 1 1 1 1");
  await page.locator('#check input[value="omok"]').check();
  await page.click("#check-look");
  await expectText(page, "#omok-where", /longer ones do not count/);
  await page.waitForFunction(() => location.hash.startsWith("#omok="));
});

test("with the keyboard alone: a check", async (t) => {
  const page = await openPage(t);
  await expectText(page, "#yut-score", 190);
  await tabTo(page, "#tab-yut");
  await press(page, "End");
  await tabTo(page, "#check-input");
  await press(page, "Control+a");
  await page.keyboard.insertText("5 5 5 5 5 5 5 5 5 5");
  await tabTo(page, "#check-answer");
  await press(page, "Control+a");
  await page.keyboard.insertText("130");
  await press(page, "Control+Enter");
  await expectText(page, "#check-headline", "Right");
  await expectText(page, "#announcement", "Right");
});

const isVerdictThere = (page) => page.isVisible("#check-verdict");

test("a verdict is of what was there when it was asked for, and goes when that is edited", async (t) => {
  const page = await openPage(t, { hash: "#check" });
  const bodies = [];
  page.on("request", (request) => request.url().endsWith("/yut/check") && bodies.push(request.postDataJSON()));
  const held = await hold(page, "**/yut");
  await page.click("#check-run");
  await until(() => held.length === 1);
  await page.fill("#check-answer", "190");
  await page.fill("#check-input", "5 5 5 5 5 5 5 5 5 5");
  await release(page, held[0]);
  await until(() => bodies.length === 1);
  assert.deepEqual(bodies, [SAMPLE]);
  await settle(page);
  assert.equal(await isVerdictThere(page), false);
  await page.unroute("**/yut");
  for (const [field, text] of [
    ["#check-answer", "131"],
    ["#check-input", "5 5 5 5 5 5 5 5 5 4"],
  ]) {
    await page.click("#check-run");
    await page.waitForSelector("#check-headline:visible");
    await page.fill(field, text);
    assert.equal(await isVerdictThere(page), false);
  }
});

test("a fault goes when its field is edited, and not before", async (t) => {
  const page = await openPage(t, { hash: "#check", refusals: true });
  await page.fill("#check-input", "1 2 3 4 1 2 3 9 1 2");
  await page.click("#check-run");
  await expectText(page, "#check-input-problem mark", "9");
  await page.fill("#check-answer", "1");
  await expectText(page, "#check-input-problem mark", "9");
  await page.fill("#check-input", "1");
  await expectText(page, "#check-input-problem", "");
  assert.equal(await page.getAttribute("#check-input", "aria-invalid"), "false");
});

test("a board that comes late does not lead away from another tab, nor from another text", async (t) => {
  const page = await openPage(t, { hash: "#check" });
  const held = await hold(page, "**/yut");
  await page.click("#check-look");
  await until(() => held.length === 1);
  await page.click("#tab-omok");
  await release(page, held[0]);
  assert.equal(await page.isVisible("#omok"), true);
  await page.click("#tab-check");
  await page.click("#check-look");
  await until(() => held.length === 2);
  await page.fill("#check-input", "5 5 5 5 5 5 5 5 5 5");
  await release(page, held[1]);
  assert.equal(await page.isVisible("#check"), true);
});

test("what is wrong with an input that is to be looked at is told", async (t) => {
  const page = await openPage(t, { hash: "#check", refusals: true });
  await page.fill("#check-input", "1 2 x");
  await page.click("#check-look");
  await expectText(page, "#check-input-problem mark", "x");
  await expectText(page, "#announcement", "The body is not a text of numbers");
  assert.equal(await page.isVisible("#check"), true);
});

test("cases that can't be had are told once, and no more when they can", async (t) => {
  const page = await openPage(t, { hash: "#check", gone: true });
  await page.locator("#check-common-list summary").first().click();
  const buttons = page.locator("#check-common-list .actions").first().locator("button");
  await refuse(page, "**/yut/cases?*");
  for (let i = 0; i < 3; i++) await buttons.nth(1 + (i % 2)).click();
  await expectText(page, "#check-common-list .problem", "The server has too much to do");
  await settle(page);
  assert.equal(await page.locator("#check-common-list .problem").count(), 1);
  await page.unroute("**/yut/cases?*");
  await cutAnswers(page);
  await buttons.nth(1).click();
  await expectText(page, "#check-common-list .problem", /^The server does not answer/);
  await page.evaluate(() => globalThis.mend());
  await Promise.all([page.waitForEvent("download"), buttons.nth(1).click()]);
  assert.equal(await page.locator("#check-common-list .problem").count(), 0);
});

test("common mistakes that can't be had are asked for again when the tab is opened again", async (t) => {
  const page = await openPage(t, { gone: true });
  await expectText(page, "#yut-score", 190);
  await refuse(page, "**/mistakes");
  await page.click("#tab-check");
  await page.waitForURL("**/#check=yut");
  await settle(page);
  assert.equal(await page.isVisible("#check-common"), false);
  await page.unroute("**/mistakes");
  await page.click("#tab-check");
  await page.waitForSelector("#check-common-list summary");
});

test("numbers that no program should print are wrong, but numbers", async (t) => {
  const page = await openPage(t, { hash: "#check" });
  for (const answer of ["-2147483648", "4294967295", "-9223372036854775808"]) {
    await page.fill("#check-answer", answer);
    await page.click("#check-run");
    await expectText(page, "#check-given", answer);
    await expectText(page, "#check-headline", "Wrong");
  }
});
