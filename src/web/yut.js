/** The tab of dice yut: ten dice and their best line, or any position and its moves. */
import { announce, byId, choice, copyWith, element, onlyLatest, setDisabled, wait, whenQuiet } from "./elements.js";
import { createDice, face } from "./dice.js";
import { curl, get, pathOf as pointerOf, post, showProblem, titleOf, typeOf } from "./server.js";
import { onLanguage, t } from "./words.js";
import { createYutBoard, nameOf, pathOf, PIECES, START } from "./yut-board.js";

const TURNS = 10;
const HOP = 240;
const PAUSE = 500;

/** What can be looked at without having something of one's own. */
const examples = {
  sample: "1234123412",
  smallest: "1111111115",
  largest: "4531121111",
  fives: "5555555555",
};

const bodyOfDice = (dice) => JSON.stringify({ dice });
const bodyOfPosition = ({ pieces, dice, turns }) => JSON.stringify({ pieces, dice, turns });
const throwDie = () => 1 + Math.floor(Math.random() * 5);

function tokenOf(piece) {
  return element("span", { class: `token piece-${piece}`, "aria-hidden": "true" }, `${piece}`);
}

/**
 * Sets the tab up.
 * @param {function()} onState called when the state that a link can hold has changed
 */
export async function createYut(onState) {
  const { cells } = await get("yut/board"); // before anything is set up, for it can fail, and be tried again
  const mode = choice("yut-mode");
  const speed = byId("yut-speed");
  const scrubber = byId("yut-step");
  const diceBox = byId("yut-problem");
  const text = byId("yut-text");
  const answers = onlyLatest();
  const rankings = onlyLatest();
  const runs = onlyLatest();
  const state = {
    dice: [...examples.sample].map(Number),
    asked: null,
    answer: null,
    problem: null,
    step: 0,
    run: runs.begin(),
    isPlaying: false,
    position: { pieces: [0, 3, 5, 31], dice: [3], turns: 7 },
    ranking: null,
    selected: 0,
  };

  const dice = createDice(byId("yut-dice"), {
    minimum: TURNS,
    maximum: TURNS,
    onChange(values) {
      text.value = values.join(" ");
      answerDice(values);
    },
  });
  const known = createDice(byId("yut-known"), {
    minimum: 1,
    maximum: TURNS,
    onChange(values) {
      changePosition({ dice: values, turns: Math.max(state.position.turns, values.length) });
    },
  });
  dice.set(state.dice);
  known.set(state.position.dice);
  const board = createYutBoard(cells, {
    onSelect: (index) => select(index, true),
    onChoose: (cell) => movePiece(state.selected, cell),
    onDrop: movePiece,
  });
  byId("yut-stage").prepend(board.element);

  // --- ten dice

  function piecesAfter(step) {
    const pieces = Array(PIECES).fill(START);
    for (const move of state.answer?.moves.slice(0, step) ?? []) pieces[move.piece - 1] = move.to;
    return pieces;
  }

  function sayMove(move) {
    const [from, to] = [nameOf(cells, move.from), nameOf(cells, move.to)];
    return t("move-told", { ...move, from, to });
  }

  function caption() {
    if (mode.value === "position") return t("position-caption", { turns: state.position.turns });
    if (state.answer === null) return "";
    return state.step === 0 ? t("before-first-turn") : sayMove(state.answer.moves[state.step - 1]);
  }

  function drawStep() {
    const isLine = mode.value === "line";
    byId("yut-caption").textContent = caption();
    scrubber.value = state.step;
    scrubber.setAttribute("aria-valuetext", caption());
    byId("yut-player").hidden = !isLine;
    const total = state.answer?.moves[state.step - 1]?.total ?? 0;
    byId("yut-total").textContent = state.answer === null ? "–" : `${total} / ${state.answer.max_score}`;
    byId("yut-play").dataset.state = state.isPlaying ? "playing" : "paused";
    byId("yut-play").setAttribute("aria-label", t(state.isPlaying ? "pause" : "play"));
    setDisabled(byId("yut-back"), state.step === 0);
    setDisabled(byId("yut-forward"), state.step === TURNS);
    dice.markCurrent(state.step === 0 ? null : state.step - 1);
    [...byId("yut-line").children].forEach((row, index) => {
      const button = row.firstElementChild;
      if (index === state.step - 1) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  }

  function showMoveWay(move) {
    if (move) board.showWay(move.piece - 1, move.from, pathOf(cells, move.from, move.die));
    else board.showWay(null);
  }

  function stop() {
    state.run = runs.begin();
    state.isPlaying = false;
  }

  function goTo(step) {
    stop();
    state.step = step;
    board.show(piecesAfter(step));
    showMoveWay(state.answer?.moves[step - 1]);
    drawStep();
  }

  async function stepForward(run) {
    const move = state.answer.moves[state.step];
    const path = pathOf(cells, move.from, move.die);
    board.show(piecesAfter(state.step));
    board.showWay(move.piece - 1, move.from, path);
    state.step++;
    drawStep();
    await board.walk(move.piece - 1, path, HOP / Number(speed.value), run.isLatest);
    if (run.isLatest()) board.show(piecesAfter(state.step));
  }

  async function play() {
    if (state.step === TURNS) goTo(0);
    stop();
    const run = state.run;
    state.isPlaying = true;
    drawStep();
    while (run.isLatest() && state.step < TURNS) {
      await stepForward(run);
      await wait(PAUSE / Number(speed.value));
    }
    if (!run.isLatest()) return;
    state.isPlaying = false;
    drawStep();
    announce(t("line-played", { score: state.answer.max_score }));
  }

  function drawLine() {
    const rows = state.answer.moves.map((move) => {
      const [from, to] = [nameOf(cells, move.from), nameOf(cells, move.to)];
      const told = element("span", { class: "off-screen" }, sayMove(move));
      const shown = element(
        "span",
        { class: "move", "aria-hidden": "true" },
        element("span", { class: "number" }, `${move.turn}`),
        face(move.die),
        tokenOf(move.piece),
        element("span", { class: "way" }, `${from} → ${to}`),
        element("span", { class: "points" }, `+${move.points}`),
        element("span", { class: "total" }, `${move.total}`),
      );
      return element("li", {}, element("button", { type: "button", click: () => goTo(move.turn) }, shown, told));
    });
    byId("yut-line").replaceChildren(...rows);
  }

  function drawAnswer() {
    const isThere = state.answer !== null;
    byId("yut-score").textContent = isThere ? `${state.answer.max_score}` : "–";
    byId("yut-result").classList.toggle("empty", !isThere);
    byId("yut-curl").textContent = curl("yut?explain=true", bodyOfDice(state.dice));
    byId("yut-player").toggleAttribute("inert", !isThere);
    if (isThere) drawLine();
    else byId("yut-line").replaceChildren();
  }

  /* Asks, and shows the answer or what is wrong with the question. */
  async function answer(body, type, fieldOfBody) {
    const asked = answers.begin();
    state.asked = [body, type, fieldOfBody];
    stop();
    let problem = null;
    let found = null;
    try {
      found = await post("yut?explain=true", body, type);
    } catch (error) {
      problem = error;
    }
    if (!asked.isLatest()) return;
    const wrong = problem && pointerOf(problem)?.find((name) => typeof name === "number");
    showProblem(diceBox, problem, fieldOfBody);
    dice.markWrong(wrong ?? null, diceBox.id);
    state.answer = found;
    state.problem = problem;
    if (found !== null) {
      state.dice = found.moves.map((move) => move.die);
      if (fieldOfBody !== null) dice.set(state.dice);
      performance.mark("first-answer");
    }
    drawAnswer();
    if (mode.value !== "line") return;
    goTo(0);
    announce(problem === null ? t("best-score-told", { score: found.max_score }) : titleOf(problem));
    onState();
  }

  function answerDice(values) {
    state.dice = values;
    text.setAttribute("aria-invalid", "false");
    return answer(bodyOfDice(values), undefined, null);
  }

  function setDice(values) {
    text.value = values.join(" ");
    dice.set(values);
    return answerDice(values);
  }

  // --- any position

  function changePosition(change) {
    Object.assign(state.position, change);
    drawPosition();
    rank();
  }

  function drawPosition() {
    const { pieces, dice: values, turns } = state.position;
    byId("yut-turns").value = turns;
    setDisabled(byId("yut-fewer"), values.length === 1);
    setDisabled(byId("yut-more"), values.length === TURNS);
    if (mode.value !== "position") return;
    board.show(pieces);
    board.showWay(null);
    byId("yut-caption").textContent = caption();
    byId("yut-moves-curl").textContent = curl("yut/moves", bodyOfPosition(state.position));
  }

  function select(index, isFromBoard) {
    state.selected = index;
    board.markSelected(mode.value === "position" ? index : null);
    const radio = byId(`yut-piece-${index + 1}`);
    radio.checked = true;
    if (isFromBoard) announce(t("piece-selected", { piece: index + 1 }));
  }

  function movePiece(index, cell) {
    const pieces = [...state.position.pieces];
    pieces[index] = cell;
    select(index, false);
    changePosition({ pieces });
  }

  function makeMove(move) {
    if (state.position.turns === 1) return;
    const pieces = [...state.position.pieces];
    pieces[move.piece - 1] = move.to;
    const rest = state.position.dice.slice(1);
    const turns = state.position.turns - 1;
    if (rest.length === 0) rest.push(throwDie());
    known.set(rest);
    changePosition({ pieces, dice: rest, turns: Math.max(1, turns) });
  }

  const shownValue = (value) => (Number.isInteger(value) ? `${value}` : value.toFixed(3));

  function rowOfMove(move, best) {
    const [from, to] = [nameOf(cells, move.from), nameOf(cells, move.to)];
    const die = state.position.dice[0];
    const showWay = () => board.showWay(move.piece - 1, move.from, pathOf(cells, move.from, die));
    const isBest = move.value === best;
    const make = element(
      "button",
      { type: "button", class: "quiet", click: () => makeMove(move), focus: showWay, blur: () => board.showWay(null) },
      t("make-move"),
    );
    make.setAttribute("aria-label", t("make-move-of", { piece: move.piece, from, to }));
    setDisabled(make, state.position.turns === 1);
    const lag = isBest ? t("best-move") : `−${shownValue(Number((best - move.value).toFixed(9)))}`;
    return element(
      "tr",
      { class: isBest ? "best" : "", pointerenter: showWay, pointerleave: () => board.showWay(null) },
      element("td", {}, tokenOf(move.piece), element("span", { class: "off-screen" }, `${move.piece}`)),
      element("td", { class: "way" }, `${from} → ${to}`),
      element("td", { class: "figure" }, `+${move.points}`),
      element("td", { class: "figure" }, element("strong", {}, shownValue(move.value)), element("small", {}, lag)),
      element("td", {}, make),
    );
  }

  function drawRanking() {
    const { moves, blocked, best } = state.ranking ?? { moves: [], blocked: [], best: null };
    byId("yut-best").textContent = best === null ? "–" : shownValue(best);
    const hadFocus = byId("yut-moves").contains(document.activeElement);
    byId("yut-moves").replaceChildren(...moves.map((move) => rowOfMove(move, best)));
    if (hadFocus) (byId("yut-moves").querySelector("button") ?? byId("yut-all-start")).focus();
    byId("yut-moves-table").hidden = moves.length === 0;
    byId("yut-all-home").hidden = state.ranking === null || moves.length > 0 || blocked.length > 0;
    byId("yut-blocked").replaceChildren(
      ...blocked.map((move) => {
        const [from, to] = [nameOf(cells, move.from), nameOf(cells, move.to)];
        return element("li", {}, tokenOf(move.piece), element("span", {}, t("blocked-told", { ...move, from, to })));
      }),
    );
  }

  async function rank() {
    const asked = rankings.begin();
    let problem = null;
    let ranking = null;
    try {
      ranking = await post("yut/moves", bodyOfPosition(state.position));
    } catch (error) {
      problem = error;
    }
    if (!asked.isLatest()) return;
    const [member, index] = (problem && pointerOf(problem)) ?? [];
    const box = byId("yut-position-problem");
    showProblem(box, problem);
    known.markWrong(member === "dice" ? (index ?? null) : null, box.id);
    board.markWrong(member === "pieces" ? (index ?? null) : null);
    byId("yut-turns").setAttribute("aria-invalid", String(member === "turns"));
    state.ranking = ranking;
    drawRanking();
    const [first] = ranking?.moves ?? [];
    announce(
      problem !== null
        ? titleOf(problem)
        : first === undefined
          ? t("all-home")
          : t("best-move-told", { piece: first.piece, to: nameOf(cells, first.to), value: shownValue(first.value) }),
    );
    onState();
  }

  function setMode(value) {
    mode.value = value;
    stop();
    byId("yut-line-panel").hidden = value !== "line";
    byId("yut-position-panel").hidden = value !== "position";
    board.setOpen(value === "position");
    select(state.selected, false);
    board.markWrong(null);
    if (value === "line") {
      rankings.begin(); // what is still on its way is not about what is shown
      goTo(state.step);
      onState();
    } else {
      drawStep();
      changePosition({});
    }
  }

  // --- what the user does

  mode.onChange(setMode);
  const answerText = () => answer(text.value, typeOf(text.value), text);
  text.addEventListener("input", whenQuiet(answerText));
  for (const button of byId("yut-examples").querySelectorAll("button"))
    button.addEventListener("click", () => {
      const { example } = button.dataset;
      setDice(example === "random" ? Array.from({ length: TURNS }, throwDie) : [...examples[example]].map(Number));
    });
  byId("yut-play").addEventListener("click", () => {
    if (!state.isPlaying) play();
    else goTo(state.step);
  });
  byId("yut-back").addEventListener("click", () => {
    if (state.step === 0) return;
    goTo(state.step - 1);
    announce(caption());
  });
  byId("yut-forward").addEventListener("click", () => {
    if (state.step === TURNS) return;
    stop();
    stepForward(state.run);
    announce(caption());
  });
  scrubber.addEventListener("input", () => goTo(Number(scrubber.value)));
  byId("yut-explore").addEventListener("click", () => {
    const step = Math.min(state.step, TURNS - 1);
    const rest = state.dice.slice(step);
    state.position = { pieces: piecesAfter(step), dice: rest, turns: rest.length };
    known.set(rest);
    setMode("position");
    byId("yut-mode-position").focus();
  });
  for (let piece = 1; piece <= PIECES; piece++)
    byId(`yut-piece-${piece}`).addEventListener("change", () => select(piece - 1, false));
  byId("yut-turns").addEventListener("input", (event) => {
    if (event.target.value !== "") changePosition({ turns: Number(event.target.value) });
  });
  byId("yut-turns").addEventListener("change", drawPosition); // a field that was left empty
  byId("yut-more").addEventListener("click", () => known.append(throwDie()));
  byId("yut-fewer").addEventListener("click", () => known.removeLast());
  byId("yut-all-start").addEventListener("click", () => changePosition({ pieces: Array(PIECES).fill(START) }));
  copyWith(byId("yut-copy"), () => byId("yut-curl").textContent);
  copyWith(byId("yut-moves-copy"), () => byId("yut-moves-curl").textContent);
  onLanguage(() => {
    dice.relabel();
    known.relabel();
    board.relabel();
    drawAnswer();
    drawStep();
    drawPosition();
    drawRanking();
  });

  text.value = state.dice.join(" ");
  drawPosition();

  return {
    /** What a link to what is shown holds behind the "#". */
    get fragment() {
      const { pieces, dice: values, turns } = state.position;
      return mode.value === "line"
        ? `yut=${state.dice.join("")}`
        : `moves=${pieces.join(".")}-${values.join("")}-${turns}`;
    },
    /** Shows what such a link held; with anything else, what was there before. */
    open(name, value) {
      const position = /^(\d+)\.(\d+)\.(\d+)\.(\d+)-(\d{1,10})-(\d+)$/.exec(value ?? "");
      const pieces = position?.slice(1, 1 + PIECES).map(Number) ?? [];
      if (name === "moves" && position && pieces.every((id) => id < cells.length)) {
        const values = [...position[5]].map(Number);
        state.position = { pieces, dice: values, turns: Number(position[6]) };
        known.set(values);
        setMode("position");
        return answerDice(state.dice);
      }
      if (name === "yut" && /^\d{10}$/.test(value ?? "")) {
        setMode("line");
        return setDice([...value].map(Number));
      }
      if (state.asked === null) return setDice(state.dice);
      if (mode.value === "position" && state.ranking === null) rank();
      return state.problem?.mayPass ? answer(...state.asked) : undefined;
    },
    /** Takes in what was pasted beside the field. */
    paste(pasted) {
      setMode("line");
      text.value = pasted;
      return answerText();
    },
    /** Shows these dice. */
    showDice(values) {
      setMode("line");
      return setDice(values);
    },
  };
}
