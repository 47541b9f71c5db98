/** What all parts of the page are built with: elements, moving the focus, announcing, copying. */
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

/**
 * An element of HTML.
 * @param {string} name
 * @param {Object<string, *>} attributes a function listens to the event of that name; false, null, undefined: left out
 * @param {...(Node|string)} children
 */
export function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same for an element of SVG. */
export function shape(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** The element of the document with this id. */
export function byId(id) {
  return document.getElementById(id);
}

/** Does the user want things to stay where they are? */
export function prefersStillness() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Resolves after so many milliseconds. */
export function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Calls `action` once things have been quiet for a moment; each call of the result begins the wait anew. */
export function whenQuiet(action, milliseconds = 150) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
}

/**
 * Answers can overtake each other: `isLatest` of what this returns tells whether nothing was begun since.
 * @returns {{begin: function(): {isLatest: function(): boolean}}}
 */
export function onlyLatest() {
  let latest = 0;
  return {
    begin() {
      const mine = ++latest;
      return { isLatest: () => mine === latest };
    },
  };
}

let announcement = 0;

/** Has a screen reader say this when it has finished what it is saying. */
export function announce(text) {
  const region = byId("announcement");
  clearTimeout(announcement);
  region.textContent = "";
  announcement = setTimeout(() => (region.textContent = text), 100);
}

/** Says of a button that it does nothing now, and leaves it the focus; who listens to it must look, too. */
export function setDisabled(button, isDisabled) {
  button.setAttribute("aria-disabled", String(isDisabled));
}

/** Makes one of `items` the one that Tab comes to. */
export function rove(items, current) {
  for (const item of items) item.setAttribute("tabindex", item === current ? "0" : "-1");
}

/** Chosen radio button of a group; setting it does not tell its listeners. */
export function choice(name) {
  const radios = [...document.querySelectorAll(`input[name="${name}"]`)];
  return {
    get value() {
      return radios.find((radio) => radio.checked).value;
    },
    set value(value) {
      radios.forEach((radio) => (radio.checked = radio.value === value));
    },
    onChange(listener) {
      radios.forEach((radio) => radio.addEventListener("change", () => listener(radio.value)));
    },
  };
}

async function writeToClipboard(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // A page that came over plain HTTP from another machine has no clipboard but this one.
  const focused = document.activeElement;
  const field = element("textarea", { class: "off-screen" });
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  focused.focus();
  if (!isCopied) throw new Error("The browser does not copy");
}

/** Makes a button copy what `text` returns, and say so. */
export function copyWith(button, text) {
  button.addEventListener("click", async () => {
    const key = await writeToClipboard(text()).then(
      () => "copied",
      () => "not-copied",
    );
    announce(t(key));
    button.dataset.done = t(key);
    setTimeout(() => delete button.dataset.done, 1500);
  });
}

/** Has the browser save a text under this name. */
export function saveAs(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
