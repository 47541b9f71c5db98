/** The board of omok: wood, lines, stones, and what is to be seen in them. */
import { element, rove, shape } from "./elements.js";
import { t } from "./words.js";

export const SIZE = 19;
export const EMPTY = 0;
export const BLACK = 1;
export const WHITE = 2;

const STEP = 40;
const MARGIN = 50;
const WIDTH = MARGIN + (SIZE - 1) * STEP + 32;
const STARS = [4, 10, 16];

/* Where a row or column, from 1, is on the drawing. */
const at = (number) => MARGIN + (number - 1) * STEP;

function gradient(id, stops, attributes) {
  return shape(
    "radialGradient",
    { id, ...attributes },
    ...stops.map(([offset, colour]) => shape("stop", { offset, "stop-color": colour })),
  );
}

function stone(id, colours) {
  return shape(
    "g",
    { id },
    shape("ellipse", { cx: 2, cy: 3.5, rx: 18.4, ry: 18.2, fill: "#2a1a06", opacity: 0.34 }),
    shape("circle", { r: 18.4, fill: `url(#${colours})` }),
  );
}

/* What stones and wood are made of. */
function definitions() {
  const light = { cx: "0.36", cy: "0.3", r: "0.75" };
  return shape(
    "defs",
    {},
    gradient(
      "black-shine",
      [
        ["0", "#777b80"],
        ["0.22", "#3c3f43"],
        ["0.7", "#16181a"],
        ["1", "#050506"],
      ],
      light,
    ),
    gradient(
      "white-shine",
      [
        ["0", "#ffffff"],
        ["0.5", "#f6f3ec"],
        ["0.85", "#ddd6c9"],
        ["1", "#b9b0a0"],
      ],
      light,
    ),
    stone("stone-1", "black-shine"),
    stone("stone-2", "white-shine"),
    shape(
      "linearGradient",
      { id: "wood", x1: "0", y1: "0", x2: "1", y2: "0.12" },
      ...["#e2b877", "#dcae68", "#e4bd7f", "#d9a962", "#e0b673"].map((colour, i) =>
        shape("stop", { offset: i / 4, "stop-color": colour }),
      ),
    ),
    shape(
      "pattern",
      { id: "grain", width: 190, height: WIDTH, patternUnits: "userSpaceOnUse" },
      ...[12, 31, 47, 78, 96, 121, 149, 171].map((x, i) =>
        shape("path", {
          d: `M${x} 0C${x + 9} ${WIDTH * 0.3} ${x - 12} ${WIDTH * 0.6} ${x + (i % 3) * 4 - 4} ${WIDTH}`,
          fill: "none",
          stroke: "#8a5a1c",
          "stroke-width": 0.8 + (i % 3) * 0.9,
          opacity: 0.13,
        }),
      ),
    ),
  );
}

function lines() {
  const [first, last] = [at(1), at(SIZE)];
  const all = Array.from({ length: SIZE }, (_, i) => at(i + 1));
  return shape("path", {
    class: "lines",
    d: all.map((place) => `M${first} ${place}H${last}M${place} ${first}V${last}`).join(""),
  });
}

function axes() {
  return Array.from({ length: SIZE }, (_, i) => i + 1).flatMap((number) => [
    shape("text", { class: "axis", "data-col": number, x: at(number), y: 26 }, `${number}`),
    shape("text", { class: "axis", "data-row": number, x: 20, y: at(number) + 6 }, `${number}`),
  ]);
}

function lineOf({ stones }) {
  const [[row, col], [lastRow, lastCol]] = [stones[0], stones.at(-1)];
  return { x1: at(col), y1: at(row), x2: at(lastCol), y2: at(lastRow) };
}

function markLine(line, kind) {
  const marks = [shape("line", { class: `through ${kind}`, ...lineOf(line) })];
  for (const [row, col] of line.stones)
    marks.push(shape("circle", { class: `ring ${kind}`, cx: at(col), cy: at(row), r: 18.4 }));
  if (kind !== "overline") return marks;
  const { x1, y1, x2, y2 } = lineOf(line);
  const badge = { transform: `translate(${(x1 + x2) / 2} ${(y1 + y2) / 2})`, class: "count" };
  marks.push(shape("g", badge, shape("circle", { r: 13 }), shape("text", { y: 6 }, `${line.length}`)));
  return marks;
}

const moves = {
  ArrowRight: (row, col) => [row, col + 1],
  ArrowLeft: (row, col) => [row, col - 1],
  ArrowUp: (row, col) => [row - 1, col],
  ArrowDown: (row, col) => [row + 1, col],
  Home: (row) => [row, 1],
  End: (row) => [row, SIZE],
  PageUp: (row, col) => [1, col],
  PageDown: (row, col) => [SIZE, col],
};

/* Keys that put a stone, or take it away, whatever tool is chosen. */
const colours = { 1: BLACK, b: BLACK, 2: WHITE, w: WHITE, 0: EMPTY, e: EMPTY, Delete: EMPTY, Backspace: EMPTY };

/**
 * The board as an element. Cells are given by row and column from 1; all of them as 361 numbers, row by row.
 * @param {function(number, number, number|null)} onPlace told of a row, a column, and a colour; null: what the tool has
 */
export function createOmokBoard(onPlace) {
  const crossings = [];
  const rows = Array.from({ length: SIZE }, (_, r) => {
    const cells = Array.from({ length: SIZE }, (_, c) => {
      const cell = shape(
        "g",
        { class: "crossing", role: "gridcell", "data-row": r + 1, "data-col": c + 1 },
        shape("rect", { x: at(c + 1) - STEP / 2, y: at(r + 1) - STEP / 2, width: STEP, height: STEP, rx: 6 }),
      );
      crossings.push(cell);
      return cell;
    });
    return shape("g", { role: "row" }, ...cells);
  });
  const marks = shape("g", { class: "marks", "aria-hidden": "true" });
  const board = shape(
    "svg",
    {
      class: "omok-board",
      viewBox: `0 0 ${WIDTH} ${WIDTH}`,
      role: "grid",
      "aria-rowcount": SIZE,
      "aria-colcount": SIZE,
    },
    definitions(),
    shape("rect", { width: WIDTH, height: WIDTH, rx: 14, fill: "url(#wood)" }),
    shape("rect", { width: WIDTH, height: WIDTH, rx: 14, fill: "url(#grain)" }),
    lines(),
    ...STARS.flatMap((row) => STARS.map((col) => shape("circle", { class: "star", cx: at(col), cy: at(row), r: 4.5 }))),
    shape("g", { "aria-hidden": "true" }, ...axes()),
    ...rows,
    marks,
  );
  let cells = Array(SIZE * SIZE).fill(EMPTY);

  function label(index) {
    const [row, col] = [Math.floor(index / SIZE) + 1, (index % SIZE) + 1];
    crossings[index].setAttribute("aria-label", t("crossing", { row, col, stone: t(`stone-${cells[index]}`) }));
  }

  function relabel() {
    board.setAttribute("aria-label", t("omok-board"));
    crossings.forEach((_, index) => label(index));
  }

  function draw(index, colour) {
    cells[index] = colour;
    const crossing = crossings[index];
    crossing.querySelector("use")?.remove();
    if (colour !== EMPTY) {
      const place = { x: at((index % SIZE) + 1), y: at(Math.floor(index / SIZE) + 1) };
      crossing.append(shape("use", { href: `#stone-${colour}`, ...place }));
    }
    label(index);
  }

  function crossingOf(event) {
    const crossing = event.target.closest(".crossing");
    return crossing && { crossing, row: Number(crossing.dataset.row), col: Number(crossing.dataset.col) };
  }

  board.addEventListener("click", (event) => {
    const found = crossingOf(event);
    if (found === null) return;
    rove(crossings, found.crossing);
    onPlace(found.row, found.col, null);
  });
  board.addEventListener("keydown", (event) => {
    const found = crossingOf(event);
    if (found === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const { row, col } = found;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key in moves) {
      const [toRow, toCol] = moves[key](row, col).map((number) => Math.max(1, Math.min(SIZE, number)));
      const next = crossings[(toRow - 1) * SIZE + toCol - 1];
      rove(crossings, next);
      next.focus();
    } else if (key === "Enter" || key === " ") {
      onPlace(row, col, null);
    } else if (key in colours) {
      onPlace(row, col, colours[key]);
    } else {
      return;
    }
    event.preventDefault();
  });

  rove(crossings, crossings[(SIZE * SIZE - 1) / 2]);
  relabel();
  return {
    element: element("div", { class: "board-frame" }, board),
    relabel,
    /** Shows these stones. */
    show(newCells) {
      newCells.forEach((colour, index) => {
        if (cells[index] !== colour) draw(index, colour);
      });
    },
    /**
     * Marks fives, overlines, and the stone that is reported; of what is left out, none.
     * @param {{lines: Object[], overlines: Object[], winner: number, row: number, col: number}} answer
     */
    mark({ lines: fives = [], overlines = [], winner = 0, row = null, col = null }) {
      marks.replaceChildren(
        ...overlines.flatMap((line) => markLine(line, "overline")),
        ...fives.flatMap((line) => markLine(line, line.color === winner || winner === 0 ? "five" : "other")),
      );
      if (row !== null) marks.append(shape("circle", { class: "reported", cx: at(col), cy: at(row), r: 6.5 }));
      for (const axis of board.querySelectorAll(".axis"))
        axis.classList.toggle(
          "here",
          row !== null &&
            [`${axis.dataset.row}`, `${axis.dataset.col}`].some((number, i) => number === String([row, col][i])),
        );
    },
    /** Marks a row, or a crossing of it, that the server finds wrong; rows and columns from 0. */
    markWrong(row, col) {
      marks.replaceChildren(
        shape("rect", {
          class: "wrong",
          x: at((col ?? 0) + 1) - STEP / 2,
          y: at(row + 1) - STEP / 2,
          width: col === undefined ? STEP * SIZE : STEP,
          height: STEP,
          rx: 6,
        }),
      );
    },
    /** Shows which stone a click would put. */
    setTool(colour) {
      board.dataset.tool = colour;
    },
  };
}
