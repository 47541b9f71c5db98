/** The tab of omok: stones to place or to paste, the winner, and why. */
import { announce, byId, choice, copyWith, element, onlyLatest, setDisabled, whenQuiet } from "./elements.js";
import { BLACK, createOmokBoard, EMPTY, SIZE, WHITE } from "./omok-board.js";
import { curl, pathOf, post, showProblem, titleOf, typeOf } from "./server.js";
import { onLanguage, t } from "./words.js";

const CELLS = SIZE * SIZE;
const UNDO_STEPS = 200;

/* Five cells, of three states each, make a byte. */
const CELLS_PER_BYTE = 5;

const emptyBoard = () => Array(CELLS).fill(EMPTY);
const rowsOf = (cells) => Array.from({ length: SIZE }, (_, row) => cells.slice(row * SIZE, (row + 1) * SIZE));
const textOf = (cells) =>
  rowsOf(cells)
    .map((row) => row.join(" "))
    .join("\n");
const bodyOf = (cells) => JSON.stringify({ board: rowsOf(cells).map((row) => row.join("")) });

/* The cells of a body that the server has read without complaint; a count may stand in front of a text. */
function cellsOf(body) {
  const digits =
    typeOf(body) === "text/plain" ? body.replace(/\D/g, "") : digitsOfJson(JSON.parse(body.replace(/^\uFEFF/, "")));
  return [...digits.slice(-CELLS)].map(Number);
}

function digitsOfJson(document) {
  const rows = Array.isArray(document) ? document : document.board;
  return rows.map((row) => (typeof row === "string" ? row : row.join(""))).join("");
}

function pack(cells) {
  const bytes = [];
  for (let i = 0; i < CELLS; i += CELLS_PER_BYTE)
    bytes.push(cells.slice(i, i + CELLS_PER_BYTE).reduceRight((byte, cell) => byte * 3 + cell, 0));
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function unpack(text) {
  let bytes;
  try {
    bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return null;
  }
  const cells = [...bytes].flatMap((character) => {
    let byte = character.charCodeAt(0);
    return Array.from({ length: CELLS_PER_BYTE }, () => {
      const cell = byte % 3;
      byte = (byte - cell) / 3;
      return cell;
    });
  });
  return cells.length >= CELLS ? cells.slice(0, CELLS) : null;
}

/* A board from lists of stones as in "row col, row col". */
function boardOf(black, white) {
  const cells = emptyBoard();
  for (const [colour, stones] of [
    [BLACK, black],
    [WHITE, white],
  ])
    for (const stone of stones.split(", ")) {
      const [row, col] = stone.split(" ").map(Number);
      cells[(row - 1) * SIZE + col - 1] = colour;
    }
  return cells;
}

/** What can be looked at without having something of one's own. */
const examples = {
  five: boardOf(
    "7 7, 8 8, 9 9, 10 10, 11 11, 9 10, 8 11, 12 8, 10 12",
    "5 6, 6 6, 7 6, 8 6, 9 6, 10 6, 8 9, 9 11, 11 10",
  ),
  across: boardOf(
    "10 6, 10 7, 10 8, 10 9, 10 10, 10 11, 8 8, 9 8, 11 8, 12 8",
    "8 7, 9 7, 9 10, 11 9, 11 10, 12 11, 7 9, 11 6, 8 12",
  ),
  leftmost: boardOf("6 12, 9 8, 10 13, 8 9, 11 8, 11 12", "10 8, 9 9, 8 10, 7 11, 6 9, 11 7, 9 12, 7 13"),
  both: boardOf("5 5, 5 6, 5 7, 5 8, 5 9, 12 9, 13 12", "11 8, 12 8, 13 8, 14 8, 15 8, 6 6, 6 9"),
};

/**
 * Sets the tab up.
 * @param {function()} onState called when the state that a link can hold has changed
 */
export function createOmok(onState) {
  const tool = choice("omok-tool");
  const text = byId("omok-text");
  const box = byId("omok-problem");
  const answers = onlyLatest();
  const state = { cells: emptyBoard(), undo: [], asked: null, answer: null, problem: null };
  const board = createOmokBoard((row, col, colour) => {
    const index = (row - 1) * SIZE + col - 1;
    const old = state.cells[index];
    const wanted = colour ?? nextColour(old);
    if (wanted === old) return;
    const cells = [...state.cells];
    cells[index] = wanted;
    change(cells);
    if (tool.value === "turns" && wanted !== EMPTY) showTool();
  });
  byId("omok-stage").prepend(board.element);

  /* Whose turn it is, by the number of stones. */
  function turn() {
    const count = (colour) => state.cells.filter((cell) => cell === colour).length;
    return count(BLACK) > count(WHITE) ? WHITE : BLACK;
  }

  /* What a click makes of a crossing: the same stone again is taken away. */
  function nextColour(old) {
    if (tool.value === "turns") return old === EMPTY ? turn() : EMPTY;
    const colour = Number(tool.value);
    return colour === old ? EMPTY : colour;
  }

  function showTool() {
    board.setTool(tool.value === "turns" ? turn() : Number(tool.value));
  }

  function setCells(cells, isUndo = false) {
    if (!isUndo && textOf(cells) !== textOf(state.cells)) state.undo = [...state.undo, state.cells].slice(-UNDO_STEPS);
    state.cells = cells;
    board.show(cells);
    showTool();
  }

  function change(cells, isUndo = false) {
    setCells(cells, isUndo);
    text.value = textOf(cells);
    return answer(bodyOf(cells), undefined, false);
  }

  function describe({ color, length, stones }) {
    const [[row, col], [lastRow, lastCol]] = [stones[0], stones.at(-1)];
    return t("line-told", { colour: t(`colour-${color}`), length, row, col, lastRow, lastCol });
  }

  function listOf(lines, kind) {
    return lines.map((line) =>
      element(
        "li",
        { class: kind },
        element("span", { class: `dot colour-${line.color}`, "aria-hidden": "true" }),
        element("span", {}, describe(line), " ", element("em", {}, t(`${kind}-verdict`))),
      ),
    );
  }

  function headline() {
    if (state.answer === null) return state.problem?.document.lines ? t("both-have-five") : "–";
    return t(`winner-${state.answer.winner}`);
  }

  function where() {
    const { answer: found } = state;
    if (found === null) return "";
    if (found.winner !== 0) return t("winning-stone", found);
    return t(found.overlines.length > 0 ? "only-overlines" : "no-five");
  }

  function drawAnswer() {
    const { answer: found, problem } = state;
    const shown = found ?? { lines: problem?.document.lines ?? [], overlines: [] };
    byId("omok-winner").textContent = headline();
    byId("omok-winner").dataset.winner = found?.winner ?? "none";
    byId("omok-where").textContent = where();
    const output = found && (found.winner === 0 ? "0" : `${found.winner}\n${found.row} ${found.col}`);
    byId("omok-output").textContent = output ?? "";
    byId("omok-output-part").hidden = output === null;
    byId("omok-lines").replaceChildren(...listOf(shown.lines, "five"), ...listOf(shown.overlines, "overline"));
    byId("omok-curl").textContent = curl("omok?explain=true", bodyOf(state.cells));
    setDisabled(byId("omok-undo"), state.undo.length === 0);
    board.mark(shown);
    const path = problem && pathOf(problem)?.filter((name) => typeof name === "number");
    if (path?.length > 0) board.markWrong(...path);
  }

  /* Asks, and shows the answer or what is wrong with the question. */
  async function answer(body, type, isPasted) {
    const asked = answers.begin();
    state.asked = [body, type, isPasted];
    let found = null;
    let problem = null;
    try {
      found = await post("omok?explain=true", body, type);
    } catch (error) {
      problem = error;
    }
    if (!asked.isLatest()) return;
    state.answer = found;
    state.problem = problem;
    const isBoard = found !== null || problem.document.lines !== undefined;
    if (isPasted && isBoard) setCells(cellsOf(body));
    showProblem(box, problem, isPasted && !isBoard ? text : null);
    if (!isPasted || isBoard) text.setAttribute("aria-invalid", "false");
    drawAnswer();
    announce(problem === null ? `${headline()}. ${where()}` : titleOf(problem));
    onState();
  }

  function undo() {
    if (state.undo.length === 0) return;
    change(state.undo.pop(), true);
  }

  tool.onChange(showTool);
  const answerText = () => answer(text.value, typeOf(text.value), true);
  text.addEventListener("input", whenQuiet(answerText));
  byId("omok-undo").addEventListener("click", undo);
  byId("omok-clear").addEventListener("click", () => change(emptyBoard()));
  byId("omok-stage").addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      undo();
    }
  });
  for (const button of byId("omok-examples").querySelectorAll("button"))
    button.addEventListener("click", () => change(examples[button.dataset.example]));
  copyWith(byId("omok-copy"), () => byId("omok-curl").textContent);
  copyWith(byId("omok-copy-input"), () => textOf(state.cells));
  onLanguage(() => {
    board.relabel();
    drawAnswer();
  });

  return {
    /** What a link to what is shown holds behind the "#". */
    get fragment() {
      return `omok=${pack(state.cells)}`;
    },
    /** Shows what such a link held; with anything else, what was there before. */
    open(name, value) {
      const cells = name === "omok" && value ? unpack(value) : null;
      if (cells !== null) return change(cells);
      if (state.asked === null) return change(examples.five);
      return state.problem?.mayPass ? answer(...state.asked) : undefined;
    },
    /** Takes in what was pasted beside the field. */
    paste(pasted) {
      text.value = pasted;
      return answerText();
    },
    /** Shows the board of a text that the server has read. */
    showText(body) {
      return change(cellsOf(body));
    },
  };
}
