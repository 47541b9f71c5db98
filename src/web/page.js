/** The page as a whole: its tabs, its language, and links to what it shows. */
import { createCheck } from "./check.js";
import { byId, copyWith, onlyLatest, rove } from "./elements.js";
import { createOmok } from "./omok.js";
import { Problem, showProblem } from "./server.js";
import { isLanguage, language, onLanguage, setLanguage, translate } from "./words.js";
import { createYut } from "./yut.js";

const REMEMBERED = "yutomok.language";

/* Which tab shows what a link names. */
const tabOf = new Map(Object.entries({ yut: "yut", moves: "yut", omok: "omok", check: "check" }));

const tabs = [...document.querySelectorAll('[role="tab"]')];
const parts = {};
const openings = onlyLatest();
let current = null;

function remembered() {
  try {
    return localStorage.getItem(REMEMBERED);
  } catch {
    return null; // storage is forbidden
  }
}

function remember(name) {
  try {
    localStorage.setItem(REMEMBERED, name);
  } catch {
    // then it is not
  }
}

function preferredLanguage() {
  const wanted = [remembered(), ...navigator.languages.map((name) => name.split("-")[0])];
  return wanted.find(isLanguage) ?? "en";
}

function noteState() {
  if (current === null || !parts[current]?.value) return;
  history.replaceState(null, "", `#${parts[current].value.fragment}`);
}

const makers = {
  yut: () => createYut(noteState),
  omok: () => createOmok(noteState),
  check: () => createCheck({ onState: noteState, onLook: look }),
};

/* A part is set up when it is first looked at; when that fails, it is tried again the next time. */
function part(name) {
  parts[name] ??= { value: null, ready: null };
  const made = parts[name];
  made.ready ??= Promise.resolve(makers[name]()).then(
    (value) => (made.value = value),
    (error) => {
      made.ready = null;
      throw error;
    },
  );
  return made.ready;
}

function showTab(name) {
  if (name !== current) parts[current]?.value?.leave?.();
  current = name;
  for (const tab of tabs) {
    const isCurrent = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(isCurrent));
    byId(tab.getAttribute("aria-controls")).hidden = !isCurrent;
  }
  rove(tabs, byId(`tab-${name}`));
}

/* Shows a tab, and has its part show something. */
async function show(name, action) {
  const opening = openings.begin();
  const box = byId("page-problem");
  showTab(name);
  showProblem(box, null);
  try {
    await action(await part(name));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (opening.isLatest()) showProblem(box, error);
  }
  if (opening.isLatest()) noteState();
}

/* Shows a tab, with what a link held if it names this one. */
function open(name, key, value) {
  return show(name, (opened) => opened.open(key, value));
}

function look(game, numbers, text) {
  const shown = show(game, (opened) => (game === "yut" ? opened.showDice(numbers) : opened.showText(text)));
  byId(`tab-${game}`).focus();
  scrollTo({ top: 0 });
  return shown;
}

function openFragment() {
  const [key, value] = location.hash.slice(1).split("=");
  const name = tabOf.get(key) ?? current ?? "yut"; // the skip link names no tab
  return open(name, key, value);
}

const tabKeys = {
  ArrowRight: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  Home: () => 0,
  End: () => tabs.length - 1,
};

tabs.forEach((tab, index) => {
  tab.addEventListener("click", () => open(tab.id.replace("tab-", "")));
  tab.addEventListener("keydown", (event) => {
    if (!(event.key in tabKeys)) return;
    event.preventDefault();
    const next = tabs[(tabKeys[event.key](index) + tabs.length) % tabs.length];
    next.focus();
    next.click();
  });
});

for (const button of document.querySelectorAll("[data-language]"))
  button.addEventListener("click", () => {
    remember(button.dataset.language);
    setLanguage(button.dataset.language);
  });
onLanguage(() => {
  translate(document);
  for (const button of document.querySelectorAll("[data-language]"))
    button.setAttribute("aria-pressed", String(button.dataset.language === language()));
});
for (const button of document.querySelectorAll("[data-share]")) copyWith(button, () => location.href);

// What is pasted beside a field is for the part that is shown.
document.addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text");
  if (event.target.closest("input, textarea") !== null || text.trim() === "") return;
  event.preventDefault();
  parts[current]?.value?.paste(text);
});
addEventListener("hashchange", openFragment);
setLanguage(preferredLanguage());
openFragment();
