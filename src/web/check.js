/** The tab that finds out what is wrong with a program's answer. */
import { announce, byId, choice, copyWith, element, onlyLatest, saveAs } from "./elements.js";
import { get, getText, pathOf, post, Problem, showProblem, stressCommand, titleOf } from "./server.js";
import { language, onLanguage, t } from "./words.js";

const HARD_CASES = 20;

/* What a die or a stone is in the input, and how the endpoint of a game wants input and answer. */
const games = {
  yut: {
    example: { input: "1 2 3 4 1 2 3 4 1 2", answer: "203" },
    caseOf: (numbers) => ({ dice: numbers }),
    answerOf: (numbers) => (numbers.length === 1 ? numbers[0] : null),
    textOf: ({ max_score }) => `${max_score}`,
    inputOf: ({ dice }) => dice.join(" "),
  },
  omok: {
    example: {
      input: Array.from({ length: 19 }, (_, row) =>
        Array.from({ length: 19 }, (_, col) =>
          row === 9 && col > 4 && col < 11 ? 1 : row === 11 && col < 4 ? 2 : 0,
        ).join(" "),
      ).join("\n"),
      answer: "1\n10 6",
    },
    caseOf: (numbers) => ({ board: Array.from({ length: 19 }, (_, row) => numbers.slice(row * 19, row * 19 + 19)) }),
    answerOf: ([winner, row, col, ...rest]) => {
      if (winner === 0 && row === undefined) return { winner };
      return col !== undefined && rest.length === 0 ? { winner, row, col } : null;
    },
    textOf: ({ winner, row, col }) => (winner === 0 ? "0" : `${winner}\n${row} ${col}`),
    inputOf: ({ board }) => board.map((row) => (typeof row === "string" ? [...row] : row).join(" ")).join("\n"),
  },
};

/* The numbers of a text that the server has read: digits one by one where rows have no spaces, and without a count. */
function numbersOf(game, text) {
  const numbers = game === games.yut ? text.trim().split(/\s+/) : [...text.replace(/\D/g, "")].slice(-361);
  return numbers.map(Number);
}

const unreadableAnswer = {
  pointer: "#/answer",
  get title() {
    return t("answer-unreadable");
  },
};

/* The whole numbers of an answer, garbage of 64 bits being some; null when there is anything else. */
function readAnswer(game, text) {
  const words = text.trim().split(/\s+/);
  return words.every((word) => /^-?\d{1,20}$/.test(word)) ? game.answerOf(words.map(Number)) : null;
}

/**
 * Sets the tab up.
 * @param {{onState: function(), onLook: function(string, number[], string)}} listeners told when the state that a link
 *   can hold has changed, and when a case is to be looked at on its board: the game, its numbers, and its text
 */
export function createCheck({ onState, onLook }) {
  const chosen = choice("check-game");
  const input = byId("check-input");
  const answer = byId("check-answer");
  const checks = onlyLatest();
  const looks = onlyLatest();
  const downloadProblem = element("p", { class: "problem", role: "alert" });
  const state = { mistakes: null, isLearning: false, verdict: null, texts: {} };
  const game = () => games[chosen.value];

  function explanationOf(mistake) {
    const known = state.mistakes?.[chosen.value]?.find(({ id }) => id === mistake.id);
    return (language() === "ko" && (known?.explanation_ko ?? mistake.explanation_ko)) || mistake.explanation;
  }

  async function download(id, part, button) {
    const name = chosen.value;
    showProblem(downloadProblem, null);
    downloadProblem.remove();
    try {
      const query = new URLSearchParams({ mistake: id, count: HARD_CASES, part });
      saveAs(`${name}-${id}.${part}`, await getText(`${name}/cases?${query}`));
    } catch (error) {
      button.parentElement.after(downloadProblem);
      showProblem(downloadProblem, error);
    }
  }

  /* What can be done to see a mistake: cases that expose it and, where there is one, the example. */
  function actionsFor({ id, example }) {
    const button = (text, click) => element("button", { type: "button", class: "quiet", click }, text);
    const cases = ["in", "out"].map((part) =>
      button(t(`hard-cases-${part}`, { count: HARD_CASES }), (event) => download(id, part, event.currentTarget)),
    );
    if (example) cases.unshift(button(t("use-example"), () => useExample(example)));
    return element("div", { class: "actions" }, ...cases);
  }

  function drawMistake(mistake) {
    const id = element("code", { class: "id" }, mistake.id);
    return element("li", {}, element("p", {}, explanationOf(mistake)), id, actionsFor(mistake));
  }

  function drawCommonMistake(mistake) {
    const id = element("code", { class: "id" }, mistake.id);
    const summary = element("summary", {}, explanationOf(mistake));
    return element("li", {}, element("details", {}, summary, id, actionsFor(mistake)));
  }

  function drawVerdict() {
    const { verdict } = state;
    const box = byId("check-verdict");
    box.hidden = verdict === null;
    if (verdict === null) return;
    box.dataset.correct = verdict.correct;
    byId("check-headline").textContent = t(verdict.correct ? "answer-right" : "answer-wrong");
    byId("check-expected").textContent = game().textOf(verdict.expected);
    byId("check-given").textContent = verdict.given;
    byId("check-comparison").hidden = verdict.correct;
    const hint = verdict.mistakes.length > 1 ? "looks-like-one-of" : "looks-like";
    byId("check-hint").textContent = verdict.correct
      ? t("right-hint")
      : t(verdict.mistakes.length > 0 ? hint : "looks-like-nothing");
    byId("check-mistakes").replaceChildren(...verdict.mistakes.map(drawMistake));
  }

  function drawCommon() {
    const list = state.mistakes?.[chosen.value] ?? [];
    byId("check-script").textContent = stressCommand(chosen.value);
    byId("check-common").hidden = list.length === 0;
    byId("check-common-list").replaceChildren(...list.map(drawCommonMistake));
  }

  function showFault(problem) {
    const isInAnswer = problem !== null && pathOf(problem)?.[0] === "answer";
    showProblem(byId("check-input-problem"), isInAnswer ? null : problem, input);
    showProblem(byId("check-answer-problem"), isInAnswer ? problem : null, answer);
  }

  /* Has the server read the input as it is, so that it says where it is wrong, and then judge the answer. */
  async function ask(name, text, printed) {
    await post(name, text, "text/plain");
    const given = readAnswer(games[name], printed);
    if (given === null) throw new Problem(unreadableAnswer);
    const body = { ...games[name].caseOf(numbersOf(games[name], text)), answer: given };
    return { ...(await post(`${name}/check`, JSON.stringify(body))), given: printed.trim() };
  }

  async function check() {
    const asked = checks.begin();
    looks.begin();
    let problem = null;
    let verdict = null;
    try {
      verdict = await ask(chosen.value, input.value, answer.value);
    } catch (error) {
      problem = error;
    }
    if (!asked.isLatest()) return;
    state.verdict = verdict;
    showFault(problem);
    drawVerdict();
    announce(
      problem !== null
        ? titleOf(problem)
        : [byId("check-headline").textContent, ...verdict.mistakes.map(explanationOf)].join(" "),
    );
  }

  /* What is shown, or on its way, is about other texts than those that are there now. */
  function dropVerdict() {
    checks.begin();
    looks.begin();
    state.verdict = null;
    drawVerdict();
  }

  function fill({ input: newInput, answer: newAnswer }) {
    input.value = newInput;
    answer.value = newAnswer;
    dropVerdict();
    showFault(null);
  }

  async function look() {
    const asked = looks.begin();
    const [name, text] = [chosen.value, input.value];
    let problem = null;
    try {
      await post(name, text, "text/plain");
    } catch (error) {
      if (!error.document.lines) problem = error; // fives of both colours can be looked at
    }
    if (!asked.isLatest()) return;
    showProblem(byId("check-input-problem"), problem, input);
    if (problem === null) onLook(name, numbersOf(games[name], text), text);
    else announce(titleOf(problem));
  }

  /* An input that exposes a mistake; what the program prints for it is for the user to say. */
  function useExample(example) {
    fill({ input: game().inputOf(example), answer: "" });
    answer.focus();
  }

  let shown = chosen.value;
  function setGame(name) {
    state.texts[shown] = { input: input.value, answer: answer.value };
    shown = name;
    chosen.value = name;
    fill(state.texts[name] ?? games[name].example);
    drawCommon();
    onState();
  }

  async function learnMistakes() {
    if (state.mistakes !== null || state.isLearning) return;
    state.isLearning = true;
    try {
      state.mistakes = await get("mistakes");
    } catch {
      return; // the list is an extra: a check says by itself what is wrong
    } finally {
      state.isLearning = false;
    }
    drawCommon();
    drawVerdict();
  }

  chosen.onChange(setGame);
  byId("check-run").addEventListener("click", check);
  for (const field of [input, answer]) {
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) check();
    });
    field.addEventListener("input", () => {
      dropVerdict();
      showProblem(byId(`${field.id}-problem`), null, field);
    });
  }
  byId("check-look").addEventListener("click", look);
  onLanguage(() => {
    drawVerdict();
    drawCommon();
  });
  copyWith(byId("check-copy"), () => byId("check-script").textContent);
  fill(games.yut.example);
  drawCommon();

  return {
    /** What a link to what is shown holds behind the "#". */
    get fragment() {
      return `check=${chosen.value}`;
    },
    /** Another tab is shown: nothing that is on its way may lead away from it. */
    leave() {
      looks.begin();
    },
    /** Takes in what was pasted beside the fields: an input. */
    paste(pasted) {
      fill({ input: pasted, answer: "" });
      answer.focus();
    },
    /** Shows what such a link held. */
    open(name, value) {
      learnMistakes();
      if (name === "check" && Object.hasOwn(games, value ?? "") && value !== chosen.value) setGame(value);
    },
  };
}
