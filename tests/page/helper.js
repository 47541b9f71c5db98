// What the tests of the page share: a server, a browser, and pages that complain of whatever goes wrong on them.
//
// YUTOMOK is the program, CHROMIUM the browser (/usr/bin/chromium).
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

const TIMEOUT = 20_000;

/** The server's address, once a test runs. */
export let base;
let server;
let browser;

function startServer() {
  return new Promise((resolve, reject) => {
    server = spawn(process.env.YUTOMOK, ["--port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
    server.on("exit", (code) => reject(new Error(`The server has ended with exit status ${code}`)));
    let log = "";
    server.stderr.on("data", (data) => {
      log += data;
      const ready = /"event":"ready".*"port":(\d+)/.exec(log);
      if (ready) resolve(`http://127.0.0.1:${ready[1]}`);
    });
  });
}

before(async () => {
  base = await startServer();
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});

after(async () => {
  await browser?.close();
  server.removeAllListeners("exit");
  server.kill("SIGTERM");
});

/** What the server answers to a POST: the JSON, whatever the status. */
export async function ask(path, body, type = "application/json") {
  const headers = { "Content-Type": type, Accept: "application/json" };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (await fetch(`${base}/${path}`, { method: "POST", headers, body: text })).json();
}

// A refused question is logged as an error by the browser itself.
const isRefusal = (message) => /^Failed to load resource: .* status of 4\d\d/.test(message.text());
const isGone = (message) => /net::ERR_|^Failed to load resource: .* status of 5\d\d/.test(message.text());

// Opening a window takes the browser a second, so tests use them one after the other.
const windows = [];

async function openWindow(locale, reducedMotion) {
  const permissions = ["clipboard-read", "clipboard-write"];
  const context = await browser.newContext({ locale, reducedMotion, permissions });
  context.setDefaultTimeout(TIMEOUT);
  const page = await context.newPage();
  const opened = { page, locale, reducedMotion, isFree: false, faults: [], refusals: false, gone: false };
  const note = (fault) => opened.faults.push(fault);
  page.on("console", (message) => {
    const isExpected = (opened.refusals && isRefusal(message)) || (opened.gone && isGone(message));
    if (message.type() === "error" && !isExpected) note(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => note(`thrown: ${error.stack}`));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (origin !== base && protocol !== "data:" && protocol !== "blob:") note(`asked: ${request.url()}`);
  });
  await page.exposeFunction("noteViolation", (directive, uri) => note(`policy: ${directive} ${uri}`));
  await page.addInitScript(() =>
    addEventListener("securitypolicyviolation", (event) => noteViolation(event.violatedDirective, event.blockedURI)),
  );
  windows.push(opened);
  return opened;
}

/**
 * Opens the page for a test, which fails at its end if anything was logged as an error, thrown, blocked by the content
 * security policy, or asked of another host.
 * @param {import("node:test").TestContext} test
 * @param {{hash: string, locale: string, width: number, colorScheme: string, reducedMotion: string, refusals: boolean,
 *   gone: boolean}} options `refusals`: the server will refuse questions; `gone`: it will not be reached, or be too busy
 */
export async function openPage(test, options = {}) {
  const { hash = "", locale = "en-US", width = 1280, reducedMotion = "no-preference" } = options;
  const opened =
    windows.find((one) => one.isFree && one.locale === locale && one.reducedMotion === reducedMotion) ??
    (await openWindow(locale, reducedMotion));
  const { page } = opened;
  const { refusals = false, gone = false } = options;
  Object.assign(opened, { isFree: false, faults: [], refusals, gone });
  await page.setViewportSize({ width, height: 900 });
  test.after(async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto("about:blank");
    await page.unrouteAll();
    await page.emulateMedia({ colorScheme: null });
    opened.isFree = true;
    assert.deepEqual(opened.faults, []);
  });
  await page.goto(`${base}/${hash}`);
  return page;
}

/** Waits until the text of an element is what is expected. */
export async function expectText(page, selector, expected) {
  const isThere = ([selector, expected]) => {
    const text = document.querySelector(selector)?.textContent.trim();
    return expected.regexp ? new RegExp(expected.regexp).test(text) : text === expected.text;
  };
  const wanted = expected instanceof RegExp ? { regexp: expected.source } : { text: String(expected) };
  await page.waitForFunction(isThere, [selector, wanted]).catch(async () => {
    const text = await page.locator(selector).first().textContent({ timeout: 1000 });
    assert.fail(`${selector} is "${text}", not ${expected}`);
  });
}

/** Presses Tab until an element that matches has the focus. */
export async function tabTo(page, selector) {
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((selector) => document.activeElement.matches(selector), selector)) return;
  }
  assert.fail(`Tab does not come to ${selector}`);
}

/** Presses keys one after the other. */
export async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/** The values of the dice in a row of them. */
export function diceOf(page, selector) {
  return page
    .locator(`${selector} [role="spinbutton"]`)
    .evaluateAll((dice) => dice.map((die) => Number(die.getAttribute("aria-valuenow"))));
}

/** What is in the clipboard once it is not `before`. */
export async function copied(page, button) {
  await page.evaluate(() => navigator.clipboard.writeText("nothing"));
  await page.click(button);
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== "nothing");
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Runs a command in a shell: what it prints, and its exit status. */
export function run(command) {
  return new Promise((resolve) => {
    const env = { ...process.env, LC_ALL: "C.UTF-8" };
    const shell = spawn("bash", ["-c", command], { stdio: ["ignore", "pipe", "inherit"], env });
    let stdout = "";
    shell.stdout.on("data", (data) => (stdout += data));
    shell.on("close", (code) => resolve({ stdout, code }));
  });
}

/** The JSON that a curl command prints. */
export async function runJson(command) {
  return JSON.parse((await run(`${command} -sS`)).stdout);
}

/** Holds what a page asks at this address until `continue` of an item of what this returns is called. */
export async function hold(page, address) {
  const held = [];
  await page.route(address, (route) => void held.push(route));
  return held;
}

/** Waits until a condition that is looked at from outside the page is true. */
export async function until(condition) {
  for (const end = Date.now() + TIMEOUT; !condition();) {
    assert.ok(Date.now() < end, `It does not come to ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Lets a held question be answered, and the page take the answer in. */
export async function release(page, route) {
  const answered = page.waitForResponse((response) => response.request() === route.request());
  await route.continue();
  await (await answered).finished();
  await settle(page);
}

/** Waits until the page has done what it can do without another answer. */
export function settle(page) {
  return page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)));
}

/** Has the server seem too busy for what is asked at this address. */
export function refuse(page, address) {
  const body = '{"type":"urn:yutomok:overloaded","title":"The server has too much to do","status":503}';
  return page.route(address, (route) => route.fulfill({ status: 503, contentType: "application/problem+json", body }));
}

/** Has the connection break in the middle of every answer until `mend` is called on the page. */
export function cutAnswers(page) {
  return page.evaluate(() => {
    const whole = globalThis.fetch;
    globalThis.mend = () => (globalThis.fetch = whole);
    globalThis.fetch = async (...question) => {
      const { status, headers, body } = await whole(...question);
      const { value } = await body.getReader().read();
      let isBegun = false;
      const begun = new ReadableStream({
        pull(controller) {
          if (isBegun) return controller.error(new TypeError("network error"));
          isBegun = true;
          return controller.enqueue(value.slice(0, value.length / 2));
        },
      });
      return new Response(begun, { status, headers });
    };
  });
}
