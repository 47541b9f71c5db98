/** Asking the server, and what it finds wrong with a question. */
import { element } from "./elements.js";
import { language, onLanguage, t } from "./words.js";

const JSON_TYPE = "application/json";

/** A refusal: `document` is the problem document (RFC 9457) that came, or one like it when none came. */
export class Problem extends Error {
  constructor(document) {
    super(document.title);
    this.document = document;
  }

  /** Does the fault lie with the server or the way to it, so that the same question may be answered later? */
  get mayPass() {
    const { status } = this.document;
    return status === 0 || status === 408 || status === 429 || status >= 500;
  }
}

/* What is wrong when nothing came that says so, in whatever language the page has when it is shown. */
const unreachable = {
  status: 0,
  get title() {
    return t("unreachable");
  },
  get detail() {
    return t("unreachable-detail");
  },
};
const unreadable = {
  status: 0,
  get title() {
    return t("unreadable");
  },
};

function urlOf(path) {
  return new URL(path, document.baseURI);
}

/* The problem document of a refusal; one like it when something between here and the server has refused. */
function documentOf({ status, statusText, headers }, body) {
  const plain = { status, title: `${status} ${statusText}`.trim() };
  try {
    const isProblem = headers.get("Content-Type")?.startsWith("application/problem+json");
    return isProblem ? { ...plain, ...JSON.parse(body) } : plain;
  } catch {
    return plain;
  }
}

/* What comes back, read to its end, for a connection can be cut in the middle. Whatever goes wrong is a Problem. */
async function send(path, options, read) {
  let response;
  let body;
  try {
    response = await fetch(urlOf(path), options);
    body = await response.text();
  } catch {
    throw new Problem(unreachable);
  }
  if (!response.ok) throw new Problem(documentOf(response, body));
  try {
    return read(body);
  } catch {
    throw new Problem(unreadable);
  }
}

/** The JSON at this path. Throws a Problem. */
export function get(path) {
  return send(path, { headers: { Accept: JSON_TYPE } }, JSON.parse);
}

/** The text at this path. Throws a Problem. */
export function getText(path) {
  return send(path, { headers: { Accept: "text/plain" } }, String);
}

/**
 * Posts a body, JSON unless it says otherwise, and gives the JSON that comes back. Throws a Problem.
 * @param {string} path
 * @param {string} body
 * @param {string} type
 */
export function post(path, body, type = JSON_TYPE) {
  const headers = { "Content-Type": type, Accept: JSON_TYPE };
  return send(path, { method: "POST", headers, body }, JSON.parse);
}

/** The type of what somebody has pasted: JSON, or the input of the judge. */
export function typeOf(text) {
  return /^\s*[[{]/.test(text) ? JSON_TYPE : "text/plain";
}

/** The command that asks the same. */
export function curl(path, body) {
  return `curl -d '${body}' '${urlOf(path)}'`;
}

/** The command that runs a program on hard cases of a game. */
export function stressCommand(game) {
  const server = urlOf(".").href.replace(/\/$/, "");
  return `curl -sS '${server}/stress.sh' | sh -s -- -u '${server}' ${game} ./a.out`;
}

/** Where the pointer of a problem leads, as a list of names and numbers; null when it has none. */
export function pathOf(problem) {
  const pointer = problem.document.pointer;
  if (pointer === undefined) return null;
  return decodeURIComponent(pointer.slice(1))
    .split("/")
    .slice(1)
    .map((name) => (/^\d+$/.test(name) ? Number(name) : name));
}

/** What is wrong, in the language of the page where that is known, and else as the server has it. */
export function titleOf(problem) {
  const { type = "", title } = problem.document;
  return (language() !== "en" && t(type.replace("urn:yutomok:", "problem-"), {}, null)) || title;
}

/**
 * The stretch of a text that line and column of a problem name: the word there, if there is one. Columns count bytes,
 * and a byte-order mark at the start of the text does not count.
 * @returns {{start: number, end: number}|null}
 */
export function stretchOf(problem, text) {
  const { line, column = 1 } = problem.document;
  if (line === undefined) return null;
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  const lines = text.slice(mark).split("\n");
  const row = lines[line - 1] ?? "";
  const bytes = new TextEncoder().encode(row).slice(0, column - 1);
  const begin = new TextDecoder().decode(bytes).length;
  const word = row.slice(begin).match(/^\S*/)[0];
  const start = lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, mark) + begin;
  return { start, end: start + word.length };
}

const CONTEXT = 24;

/* The place of a fault with a little of what is around it. */
function excerpt(text, { start, end }) {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = (text + "\n").indexOf("\n", end);
  const from = Math.max(lineStart, start - CONTEXT);
  const to = Math.min(lineEnd, end + CONTEXT);
  return element(
    "code",
    { class: "excerpt" },
    (from > lineStart ? "…" : "") + text.slice(from, start),
    element("mark", {}, text.slice(start, end) || "␣"),
    text.slice(end, to) + (to < lineEnd ? "…" : ""),
  );
}

function drawProblem(box, { problem, field, text }) {
  const { detail, line, column } = problem.document;
  box.replaceChildren(element("strong", {}, titleOf(problem)));
  if (detail) box.append(" ", element("span", { lang: "en", class: "detail" }, detail));
  const stretch = field && stretchOf(problem, text);
  if (!stretch) return;
  const goThere = () => {
    field.focus();
    field.setSelectionRange(stretch.start, Math.max(stretch.end, stretch.start + 1));
  };
  box.append(
    element(
      "div",
      { class: "place" },
      element("span", {}, t("line-column", { line, column: column ?? 1 })),
      excerpt(text, stretch),
      element("button", { type: "button", class: "quiet", click: goThere }, t("go-there")),
    ),
  );
}

/* What the boxes show, so that it can be said again in another language. */
const shown = new Map();
onLanguage(() => shown.forEach((what, box) => drawProblem(box, what)));

/**
 * Shows a problem in a box, or empties the box when there is none. With the field that its text comes from, it also
 * shows the place, and offers to go there.
 * @param {Element} box
 * @param {Problem|null} problem
 * @param {HTMLTextAreaElement|null} field
 */
export function showProblem(box, problem, field = null) {
  field?.setAttribute("aria-invalid", String(problem !== null && !problem.mayPass));
  if (problem === null) {
    shown.delete(box);
    box.replaceChildren();
    return;
  }
  shown.set(box, { problem, field, text: field?.value });
  drawProblem(box, shown.get(box));
}
