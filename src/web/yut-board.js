/** The board of dice yut, drawn from what GET /yut/board says of its cells. */
import { element, prefersStillness, rove, shape, wait } from "./elements.js";
import { t } from "./words.js";

export const START = 0;
export const FINISH = 21;
export const PIECES = 4;

const SIZE = 1000;
const CENTRE = SIZE / 2;
const DROP_DISTANCE = 75;

/**
 * The cells that a move passes, the one where it ends being the last: the blue arrow counts only at the beginning.
 * @param {Object[]} cells
 * @param {number} from
 * @param {number} die
 * @returns {number[]}
 */
export function pathOf(cells, from, die) {
  const path = [];
  let at = from;
  for (let step = 0; step < die && cells[at].red !== null; step++) {
    at = step === 0 && cells[at].blue !== null ? cells[at].blue : cells[at].red;
    path.push(at);
  }
  return path;
}

/** What is printed on a cell, in words where it is a word. */
export function nameOf(cells, id) {
  return id === START ? t("start") : id === FINISH ? t("finish") : `${cells[id].printed}`;
}

function place(cell) {
  return { x: cell.x * SIZE, y: cell.y * SIZE };
}

function radiusOf(cells, id) {
  if (id === START || id === FINISH) return 24;
  const isCorner = cells[id].blue !== null || id === 20 || id === 25;
  return isCorner ? 45 : 37;
}

/* Cells on the ring lie equally far from the centre, and the road between them is a part of the ring. */
function isOnRing(a, b) {
  const distance = ({ x, y }) => Math.hypot(x - CENTRE, y - CENTRE);
  return Math.abs(distance(a) - distance(b)) < 5 && distance(a) > CENTRE / 2;
}

function roadBetween(a, b) {
  const radius = Math.hypot(a.x - CENTRE, a.y - CENTRE);
  return isOnRing(a, b) ? `M${a.x} ${a.y}A${radius} ${radius} 0 0 0 ${b.x} ${b.y}` : `M${a.x} ${a.y}L${b.x} ${b.y}`;
}

/* The head of an arrow, half-way along the road that can be seen. */
function arrowBetween(cells, from, to, kind) {
  const a = place(cells[from]);
  const b = place(cells[to]);
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const share = (length + radiusOf(cells, from) - radiusOf(cells, to)) / 2 / length;
  let x = a.x + (b.x - a.x) * share;
  let y = a.y + (b.y - a.y) * share;
  if (isOnRing(a, b)) {
    const outward = Math.hypot(a.x - CENTRE, a.y - CENTRE) / Math.hypot(x - CENTRE, y - CENTRE);
    x = CENTRE + (x - CENTRE) * outward;
    y = CENTRE + (y - CENTRE) * outward;
  }
  const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  return shape("path", {
    class: `arrow ${kind}`,
    d: "M-5 -9L5 0L-5 9",
    transform: `translate(${x} ${y}) rotate(${angle})`,
  });
}

function drawRoads(cells) {
  const arrows = cells.flatMap((cell) =>
    ["red", "blue"].filter((kind) => cell[kind] !== null).map((kind) => ({ from: cell.id, to: cell[kind], kind })),
  );
  return [
    ...arrows.map(({ from, to }) =>
      shape("path", { class: "road", d: roadBetween(place(cells[from]), place(cells[to])) }),
    ),
    ...arrows.map(({ from, to, kind }) => arrowBetween(cells, from, to, kind)),
  ];
}

function drawCell(cells, id) {
  const { x, y } = place(cells[id]);
  const kind = cells[id].blue !== null ? "blue" : id === START || id === FINISH ? "end" : "plain";
  const group = shape(
    "g",
    { class: `cell ${kind}`, "data-id": id, transform: `translate(${x} ${y})` },
    shape("circle", { class: "disc", r: radiusOf(cells, id) }),
  );
  if (kind === "end") group.append(shape("text", { class: "end-name", y: 66 }));
  else group.append(shape("text", { class: "printed", y: 12 }, `${cells[id].printed}`));
  return group;
}

function drawPiece(index) {
  return shape(
    "g",
    { class: `piece piece-${index + 1}`, "data-piece": index },
    shape("circle", { class: "shadow", cy: 5, r: 37 }),
    shape("circle", { class: "disc", r: 36 }),
    shape("text", { class: "on-piece", y: 12 }),
    shape(
      "g",
      { class: "badge", transform: "translate(27 -27)" },
      shape("circle", { r: 19 }),
      shape("text", { y: 9 }, `${index + 1}`),
    ),
  );
}

/* Pieces that wait stand in a row on the right of start, and those that are home on the left of finish. */
function standOf(cells, id, index) {
  const { x, y } = place(cells[id]);
  if (id === START) return { x: x + 78 + index * 84, y: y + 14 };
  if (id === FINISH) return { x: x - 78 - index * 84, y: y + 14 };
  return { x, y };
}

/* The cell next to another one in a direction, as the eye has it: near, and not much to the side. */
function neighbour(cells, id, dx, dy) {
  const here = place(cells[id]);
  let best = id;
  let least = Infinity;
  for (const cell of cells) {
    const there = place(cell);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (cell.id === id || along <= 1 || aside > along * 2) continue;
    const cost = along + 2 * aside;
    if (cost < least) [best, least] = [cell.id, cost];
  }
  return best;
}

const directions = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The board as an element, and what can be done on it.
 * @param {Object[]} cells
 * @param {{onChoose: function(number), onSelect: function(number), onDrop: function(number, number)}} listeners
 *   told, while the board is open to changes, of a chosen cell, a chosen piece, and a piece dropped on a cell
 */
export function createYutBoard(cells, { onChoose, onSelect, onDrop }) {
  const cellShapes = cells.map((cell) => drawCell(cells, cell.id));
  const pieceShapes = Array.from({ length: PIECES }, (_, index) => drawPiece(index));
  const trace = shape("g", { class: "trace" });
  const board = shape(
    "svg",
    { class: "yut-board", viewBox: "14 14 972 1050" },
    shape("circle", { class: "mat", cx: CENTRE, cy: CENTRE, r: 484 }),
    ...drawRoads(cells),
    trace,
    ...cellShapes,
    ...pieceShapes,
  );
  const frame = element("div", { class: "board-frame" }, board);
  let pieces = Array(PIECES).fill(START);
  let isOpen = false;
  let dragged = null;

  function stand(index, id) {
    const { x, y } = standOf(cells, id, index);
    const piece = pieceShapes[index];
    piece.style.transform = `translate(${x}px, ${y}px)`;
    const isAtEnd = id === START || id === FINISH;
    piece.classList.toggle("at-end", isAtEnd);
    piece.querySelector(".on-piece").textContent = isAtEnd ? index + 1 : cells[id].printed;
  }

  function labelCell(id) {
    const there = pieces.flatMap((at, index) => (at === id ? [index + 1] : []));
    const name = nameOf(cells, id);
    const cell = t(id === START || id === FINISH ? "end-label" : "cell-label", { name, id });
    const label = there.length > 0 ? t("cell-with-pieces", { cell, pieces: there.join(", ") }) : cell;
    cellShapes[id].setAttribute("aria-label", label);
  }

  function relabel() {
    cellShapes[START].querySelector(".end-name").textContent = t("start");
    cellShapes[FINISH].querySelector(".end-name").textContent = t("finish");
    board.setAttribute("aria-label", t(isOpen ? "yut-board-open" : "yut-board"));
    cells.forEach((cell) => labelCell(cell.id));
  }

  /** Shows the pieces on these cells. */
  function show(newPieces) {
    pieces = [...newPieces];
    pieces.forEach((id, index) => stand(index, id));
    cells.forEach((cell) => labelCell(cell.id));
  }

  /** Walks a piece along a path, `pace` milliseconds a cell; it is at the end at once where motion is not wanted. */
  async function walk(index, path, pace, mayGoOn) {
    board.append(pieceShapes[index]);
    const stops = prefersStillness() ? path.slice(-1) : path;
    for (const id of stops) {
      pieceShapes[index].style.setProperty("--pace", `${pace}ms`);
      stand(index, id);
      await wait(pace);
      if (!mayGoOn()) return;
    }
  }

  /** Draws the way of a move in the colour of its piece; null: none. */
  function showWay(index, from, path) {
    trace.replaceChildren();
    if (index === null) return;
    const ends = [from, ...path].map((id) =>
      id === START || id === FINISH ? standOf(cells, id, index) : place(cells[id]),
    );
    const points = ends.map(({ x, y }) => `${x},${y}`).join(" ");
    trace.setAttribute("class", `trace piece-${index + 1}`);
    trace.append(shape("polyline", { points }), shape("circle", { cx: ends.at(-1).x, cy: ends.at(-1).y, r: 47 }));
  }

  function pointOf(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
    return { x: point.x, y: point.y };
  }

  function nearest({ x, y }) {
    const distance = (cell) => Math.hypot(place(cell).x - x, place(cell).y - y);
    const cell = cells.reduce((best, other) => (distance(other) < distance(best) ? other : best));
    return distance(cell) <= DROP_DISTANCE ? cell.id : null;
  }

  board.addEventListener("pointerdown", (event) => {
    const piece = event.target.closest(".piece");
    if (!isOpen || piece === null || event.button !== 0) return;
    event.preventDefault();
    dragged = { index: Number(piece.dataset.piece), pointer: event.pointerId, moved: false, begin: pointOf(event) };
    board.setPointerCapture(event.pointerId);
    onSelect(dragged.index);
  });
  board.addEventListener("pointermove", (event) => {
    if (dragged === null || event.pointerId !== dragged.pointer) return;
    const { x, y } = pointOf(event);
    dragged.moved ||= Math.hypot(x - dragged.begin.x, y - dragged.begin.y) > 12;
    if (!dragged.moved) return;
    const piece = pieceShapes[dragged.index];
    piece.classList.add("dragged");
    piece.style.transform = `translate(${x}px, ${y}px)`;
  });
  const endDrag = (event) => {
    if (dragged === null || event.pointerId !== dragged.pointer) return;
    const { index, moved } = dragged;
    dragged = null;
    pieceShapes[index].classList.remove("dragged");
    const target = event.type === "pointerup" && moved ? nearest(pointOf(event)) : null;
    if (target === null) stand(index, pieces[index]);
    else onDrop(index, target);
  };
  board.addEventListener("pointerup", endDrag);
  board.addEventListener("pointercancel", endDrag);

  board.addEventListener("click", (event) => {
    const cell = event.target.closest(".cell");
    if (!isOpen || cell === null) return;
    rove(cellShapes, cell);
    onChoose(Number(cell.dataset.id));
  });
  board.addEventListener("keydown", (event) => {
    const cell = event.target.closest(".cell");
    if (!isOpen || cell === null) return;
    const id = Number(cell.dataset.id);
    if (event.key in directions) {
      const next = cellShapes[neighbour(cells, id, ...directions[event.key])];
      rove(cellShapes, next);
      next.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      onChoose(id);
    } else if (/^[1-4]$/.test(event.key)) {
      onSelect(Number(event.key) - 1);
    } else {
      return;
    }
    event.preventDefault();
  });

  /** Lets the user move pieces, or not. */
  function setOpen(open) {
    isOpen = open;
    board.classList.toggle("open", open);
    board.setAttribute("role", open ? "group" : "img");
    for (const cell of cellShapes) {
      if (open) cell.setAttribute("role", "button");
      else cell.removeAttribute("role");
      cell.removeAttribute("tabindex");
    }
    if (open) rove(cellShapes, cellShapes[START]);
    relabel();
  }

  setOpen(false);
  show(pieces);
  return {
    element: frame,
    show,
    walk,
    showWay,
    setOpen,
    relabel,
    /** Marks the piece that is chosen; null: none is. */
    markSelected(index) {
      pieceShapes.forEach((piece, i) => piece.classList.toggle("selected", i === index));
    },
    /** Marks the piece that is where it must not be; null: none is. */
    markWrong(index) {
      pieceShapes.forEach((piece, i) => piece.classList.toggle("wrong", i === index));
    },
  };
}
