// What axe-core has to say of every tab, by day and by night, on a narrow and a wide screen.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { expectText, openPage, press } from "./helper.js";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function expectNoViolations(page, where) {
  const violations = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join("\n")}`,
    );
  });
  assert.deepEqual(violations, [], where);
}

async function checkEverywhere(page, name) {
  await page.evaluate(axe);
  for (const colorScheme of ["light", "dark"])
    for (const width of [360, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await expectNoViolations(page, `${name}, ${colorScheme}, ${width}`);
    }
}

test("dice yut", async (t) => {
  const page = await openPage(t, { refusals: true });
  await expectText(page, "#yut-score", 190);
  await page.click("#yut-forward");
  await page.click("#yut-line-panel details summary");
  await checkEverywhere(page, "yut");
  await page.locator("#yut-dice .die").nth(3).focus();
  await press(page, "6");
  await expectText(page, "#yut-problem", /./);
  await expectNoViolations(page, "a wrong die");
});

test("a position of dice yut", async (t) => {
  const page = await openPage(t, { hash: "#moves=0.3.5.31-3-7", locale: "ko-KR" });
  await expectText(page, "#yut-best", "181.382");
  await checkEverywhere(page, "position");
});

test("omok", async (t) => {
  const page = await openPage(t, { hash: "#omok", refusals: true });
  await expectText(page, "#omok-winner", "Black wins");
  await checkEverywhere(page, "omok");
  await page.fill("#omok-text", "0 1 2 x");
  await expectText(page, "#omok-problem", /./);
  await expectNoViolations(page, "a fault in a text");
});

test("finding the bug", async (t) => {
  const page = await openPage(t, { hash: "#check" });
  await page.click("#check-run");
  await expectText(page, "#check-headline", "Wrong");
  await checkEverywhere(page, "a wrong answer");
  await page.fill("#check-answer", "190");
  await page.click("#check-run");
  await expectText(page, "#check-headline", "Right");
  await expectNoViolations(page, "a right answer");
});
