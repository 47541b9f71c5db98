// The page as a whole: tabs, languages, weight, and what it does when the server is gone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { base, cutAnswers, diceOf, expectText, hold, openPage, press, refuse, settle, tabTo, until } from "./helper.js";

const WEIGHT_MAX = 60 * 1024;
const TABS = ["yut", "omok", "check"];

/** The page and all that it loads, by path. */
async function files() {
  const html = await (await fetch(`${base}/`)).text();
  const names = [...html.matchAll(/<(?:link|script)[^>]*? (?:href|src)="([^":]+)"/g)].map(([, name]) => `/${name}`);
  return ["/", ...new Set(names)];
}

async function gzipBytes(path) {
  const response = await fetch(base + path, { headers: { "Accept-Encoding": "gzip" } });
  assert.equal(response.headers.get("Content-Encoding"), "gzip", path);
  await response.arrayBuffer();
  return Number(response.headers.get("Content-Length"));
}

test("all files together are light", async (t) => {
  const paths = await files();
  assert.ok(paths.length > 10, `${paths}`);
  const bytes = (await Promise.all(paths.map(gzipBytes))).reduce((sum, size) => sum + size);
  t.diagnostic(`${paths.length} files, ${(bytes / 1024).toFixed(1)} KiB compressed`);
  assert.ok(bytes <= WEIGHT_MAX, `${bytes} bytes`);
});

test("the page names every module that it loads, so that none waits for another", async (t) => {
  const page = await openPage(t);
  await expectText(page, "#yut-score", 190);
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
  );
  const scripts = loaded.filter((path) => path.endsWith(".js"));
  const known = await files();
  assert.deepEqual([...new Set(scripts)].sort(), known.filter((path) => path.endsWith(".js")).sort());
});

test("the language is the browser's, can be changed, and is remembered", async (t) => {
  const page = await openPage(t, { locale: "ko-KR" });
  await expectText(page, "#tab-omok", "오목");
  assert.equal(await page.getAttribute("html", "lang"), "ko");
  assert.match(await page.title(), /주사위 윷놀이/);
  await expectText(page, "#yut-caption", "첫 번째 수를 두기 전");
  await page.click('[data-language="en"]');
  await expectText(page, "#tab-omok", "Omok");
  await expectText(page, "#yut-caption", "Before the first turn");
  assert.equal(await page.getAttribute("html", "lang"), "en");
  await page.reload();
  await expectText(page, "#tab-omok", "Omok");
  const other = await openPage(t, { locale: "fr-FR" });
  await expectText(other, "#tab-omok", "Omok");
});

test("every text is there in both languages", async (t) => {
  const page = await openPage(t);
  await expectText(page, "#yut-score", 190);
  const missing = await page.evaluate(
    async (scripts) => {
      const { setLanguage, t: text } = await import("/words.js");
      const keys = [...document.querySelectorAll("[data-text], [data-label]")].flatMap(({ dataset }) => [
        dataset.text ?? dataset.label,
        dataset.label ?? dataset.text,
      ]);
      for (const script of scripts) {
        const source = await (await fetch(script)).text();
        keys.push(...[...source.matchAll(/\bt\(\s*"([a-z0-9-]+)"/g)].map(([, key]) => key));
      }
      const found = [];
      for (const language of ["ko", "en"]) {
        setLanguage(language);
        found.push(...keys.filter((key) => text(key, {}, null) === null).map((key) => `${language}: ${key}`));
      }
      return { found, keys: keys.length };
    },
    (await files()).filter((path) => path.endsWith(".js")),
  );
  assert.deepEqual(missing.found, []);
  assert.ok(missing.keys > 100);
});

test("tabs are changed with the arrow keys, and links name them", async (t) => {
  const page = await openPage(t);
  await expectText(page, "#yut-score", 190);
  await tabTo(page, '[role="tab"]');
  for (const name of ["omok", "check", "yut"]) {
    await press(page, "ArrowRight");
    assert.equal(await page.evaluate(() => document.activeElement.id), `tab-${name}`);
    await page.waitForFunction((name) => location.hash.startsWith(`#${name}=`), name);
    for (const other of TABS) assert.equal(await page.isVisible(`#${other}`), other === name);
  }
  await page.evaluate(() => (location.hash = "#yut=4531121111"));
  await expectText(page, "#yut-score", 284);
});

test("the skip link leads past the tabs, and leaves the tab as it is", async (t) => {
  const page = await openPage(t, { hash: "#check=omok" });
  await page.waitForSelector("#check-input");
  await tabTo(page, ".skip-link");
  await press(page, "Enter");
  await page.waitForURL("**/#check=omok");
  await press(page, "Tab");
  assert.equal(await page.evaluate(() => document.querySelector("#check").contains(document.activeElement)), true);
});

test("nothing is wider than a narrow screen", async (t) => {
  for (const locale of ["en-US", "ko-KR"]) {
    const page = await openPage(t, { width: 360, locale });
    await expectText(page, "#yut-score", 190);
    const measure = () => page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(await measure(), 360, `yut, ${locale}`);
    await page.locator("#yut-mode-position").check();
    await expectText(page, "#yut-best", "181.382");
    assert.equal(await measure(), 360, `position, ${locale}`);
    for (const name of ["omok", "check"]) {
      await page.click(`#tab-${name}`);
      await page.waitForFunction((name) => location.hash.startsWith(`#${name}=`), name);
      assert.equal(await measure(), 360, `${name}, ${locale}`);
    }
    await page.click("#check-run");
    await page.waitForSelector("#check-headline:visible");
    assert.equal(await measure(), 360, `verdict, ${locale}`);
  }
});

test("a server that is gone is told, and asked again later", async (t) => {
  const page = await openPage(t, { gone: true });
  await expectText(page, "#yut-score", 190);
  await page.route("**/yut?explain=true", (route) => route.abort());
  await page.locator("#yut-dice .die").nth(0).click();
  await expectText(page, "#yut-problem", /The server does not answer/);
  await page.unroute("**/yut?explain=true");
  await page.locator("#yut-dice .die").nth(0).click();
  await expectText(page, "#yut-problem", "");
  await expectText(page, "#yut-score", /^[0-9]+$/);
});

test("what a page needs at first is asked again when its tab is opened again", async (t) => {
  const page = await openPage(t, { gone: true, hash: "#omok" });
  await expectText(page, "#omok-winner", "Black wins");
  await page.route("**/yut/board", (route) => route.abort());
  await page.click("#tab-yut");
  await expectText(page, "#page-problem", /The server does not answer/);
  await page.unroute("**/yut/board");
  await page.click("#tab-yut");
  await expectText(page, "#yut-score", 190);
  await expectText(page, "#page-problem", "");
});

test("what is pasted beside a field goes to the tab that is shown", async (t) => {
  const page = await openPage(t);
  await expectText(page, "#yut-score", 190);
  const paste = async (text) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), text);
    await press(page, "Control+v");
  };
  await page.locator("#yut-dice .die").first().focus();
  await paste("4 5 3 1 1 2 1 1 1 1\n");
  await expectText(page, "#yut-score", 284);
  await page.click("#tab-omok");
  await expectText(page, "#omok-winner", "Black wins");
  await paste(`${"0".repeat(19)}\n`.repeat(18) + "0022222000000000000\n");
  await expectText(page, "#omok-output", "2\n19 3");
  await page.click("#tab-check");
  await paste("5 5 5 5 5 5 5 5 5 5");
  assert.equal(await page.inputValue("#check-input"), "5 5 5 5 5 5 5 5 5 5");
  assert.equal(await page.inputValue("#check-answer"), "");
});

test("a tab that can't be set up at first is set up once", async (t) => {
  const page = await openPage(t, { gone: true, hash: "#omok" });
  await expectText(page, "#omok-winner", "Black wins");
  await refuse(page, "**/yut/board");
  for (let i = 0; i < 3; i++) {
    await page.click("#tab-yut");
    await expectText(page, "#page-problem", "The server has too much to do");
  }
  await page.unroute("**/yut/board");
  await page.click("#tab-yut");
  await expectText(page, "#yut-score", 190);
  assert.equal((await diceOf(page, "#yut-dice")).length, 10);
  assert.equal((await diceOf(page, "#yut-known")).length, 1);
  assert.equal(await page.locator(".yut-board").count(), 1);
});

test("what goes wrong on a tab is not told on another", async (t) => {
  const page = await openPage(t, { gone: true, hash: "#omok" });
  await expectText(page, "#omok-winner", "Black wins");
  const held = await hold(page, "**/yut/board");
  await page.click("#tab-yut");
  await until(() => held.length === 1);
  await page.click("#tab-omok");
  await held[0].abort();
  await settle(page);
  await expectText(page, "#page-problem", "");
});

test("looking at a board that can't be had is told", async (t) => {
  const page = await openPage(t, { gone: true, hash: "#check" });
  await refuse(page, "**/yut/board");
  await page.click("#check-look");
  await expectText(page, "#page-problem", "The server has too much to do");
  await page.unroute("**/yut/board");
  await page.click("#tab-check");
  await expectText(page, "#page-problem", "");
});

test("answers that are cut short are told as such", async (t) => {
  const page = await openPage(t, { refusals: true });
  await expectText(page, "#yut-score", 190);
  await cutAnswers(page);
  const told = (selector) => expectText(page, selector, /^The server does not answer/);
  await page.locator("#yut-dice .die").nth(0).click();
  await told("#yut-problem");
  await page.fill("#yut-text", "1 2 3");
  await told("#yut-problem");
  assert.equal(await page.getAttribute("#yut-text", "aria-invalid"), "false");
  await page.locator("#yut-mode-position").check();
  await told("#yut-position-problem");
  await page.click("#tab-omok");
  await told("#omok-problem");
  await page.fill("#omok-text", "0");
  await settle(page);
  await told("#omok-problem");
  await page.click("#tab-check");
  await page.click("#check-run");
  await told("#check-input-problem");
  await page.fill("#check-input", "1 2 3 4 1 2 3 4 1 3");
  await expectText(page, "#check-input-problem", "");
  await page.click("#check-look");
  await told("#check-input-problem");
  await page.evaluate(() => globalThis.mend());
  await page.click("#tab-yut");
  await expectText(page, "#yut-best", "181.382");
  await expectText(page, "#yut-position-problem", "");
});

test("an answer that is none is told as such", async (t) => {
  const page = await openPage(t, { gone: true });
  await expectText(page, "#yut-score", 190);
  await page.route("**/yut?explain=true", (route) => route.fulfill({ contentType: "text/html", body: "<p>Log in" }));
  await page.locator("#yut-dice .die").nth(0).click();
  await expectText(page, "#yut-problem", "What the server answers can't be read");
  await page.unroute("**/yut?explain=true");
  await page.route("**/yut?explain=true", (route) =>
    route.fulfill({ status: 502, contentType: "application/problem+json", body: "<p>" }),
  );
  await page.locator("#yut-dice .die").nth(0).click();
  await expectText(page, "#yut-problem", "502 Bad Gateway");
});

test("a problem is told in the language that is chosen after it", async (t) => {
  const page = await openPage(t, { refusals: true, gone: true });
  await expectText(page, "#yut-score", 190);
  await page.fill("#yut-text", "1 2 x");
  await expectText(page, "#yut-problem strong", "The body is not a text of numbers");
  await page.click('[data-language="ko"]');
  await expectText(page, "#yut-problem strong", "수로 된 입력이 아닙니다");
  await expectText(page, "#yut-problem mark", "x");
  await page.route("**/yut?explain=true", (route) => route.abort());
  await page.locator("#yut-dice .die").nth(0).click();
  await expectText(page, "#yut-problem strong", "서버가 응답하지 않습니다");
  await page.click('[data-language="en"]');
  await expectText(page, "#yut-problem strong", "The server does not answer");
});

test("copying without a clipboard leaves the focus where it is", async (t) => {
  const page = await openPage(t, { hash: "#check" });
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.focus("#check-copy");
  await press(page, "Enter");
  await expectText(page, "#announcement", "Copied");
  assert.equal(await page.evaluate(() => document.activeElement.id), "check-copy");
  await page.evaluate(() => (document.execCommand = () => false));
  await press(page, "Enter");
  await expectText(page, "#announcement", "Could not copy");
});
