/** Dice in a row: clicked, typed, or turned with the arrow keys. */
import { element, rove, shape } from "./elements.js";
import { t } from "./words.js";

const FACES = 5;

/* Where the pips of a face are, on a die of 100 x 100. */
const pips = {
  1: ["50 50"],
  2: ["28 28", "72 72"],
  3: ["28 28", "50 50", "72 72"],
  4: ["28 28", "72 28", "28 72", "72 72"],
  5: ["28 28", "72 28", "50 50", "28 72", "72 72"],
};

/** The picture of a die; a number that no die shows is written out. */
export function face(value) {
  const marks = (pips[value] ?? []).map((place) => {
    const [cx, cy] = place.split(" ");
    return shape("circle", { class: "pip", cx, cy, r: 10 });
  });
  if (marks.length === 0) marks.push(shape("text", { class: "no-face", x: 50, y: 70 }, String(value)));
  return shape(
    "svg",
    { class: "face", viewBox: "0 0 100 100", "aria-hidden": "true" },
    shape("rect", { x: 4, y: 4, width: 92, height: 92, rx: 20 }),
    ...marks,
  );
}

/**
 * Fills `container`, and nothing else in it, with dice.
 * @param {Element} container
 * @param {{minimum: number, maximum: number, onChange: function(number[])}} options how many there may be
 */
export function createDice(container, { minimum, maximum, onChange }) {
  let values = [];
  let dice = [];
  container.replaceChildren();

  function draw(die, index) {
    die.replaceChildren(face(values[index]), element("span", { class: "turn", "aria-hidden": "true" }, `${index + 1}`));
    die.setAttribute("aria-label", t("die-of-turn", { turn: index + 1 }));
    die.setAttribute("aria-valuenow", values[index]);
  }

  function focus(index) {
    const die = dice[Math.max(0, Math.min(index, dice.length - 1))];
    rove(dice, die);
    die.focus();
  }

  function change(index, value) {
    values[index] = value;
    draw(dice[index], index);
    onChange([...values]);
  }

  function append(value) {
    if (values.length === maximum) return;
    set([...values, value]);
    onChange([...values]);
  }

  function removeLast() {
    if (values.length === minimum) return;
    const hadFocus = dice.at(-1) === document.activeElement;
    set(values.slice(0, -1));
    if (hadFocus) focus(values.length - 1);
    onChange([...values]);
  }

  const keys = {
    ArrowRight: (index) => focus(index + 1),
    ArrowLeft: (index) => focus(index - 1),
    Home: () => focus(0),
    End: () => focus(dice.length - 1),
    ArrowUp: (index) => change(index, Math.min(FACES, values[index] + 1)),
    ArrowDown: (index) => change(index, Math.max(1, values[index] - 1)),
    Backspace: (index) => (minimum < maximum ? removeLast() : focus(index - 1)),
    Enter: (index) => turn(index),
    " ": (index) => turn(index),
  };

  function turn(index) {
    change(index, (values[index] % FACES) + 1);
  }

  function press(event, index) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[0-9]$/.test(event.key)) {
      change(index, Number(event.key));
      if (index + 1 < dice.length) focus(index + 1);
    } else if (event.key in keys) {
      keys[event.key](index);
    } else {
      return;
    }
    event.preventDefault();
  }

  function makeDie(index) {
    return element("div", {
      class: "die",
      role: "spinbutton",
      tabindex: index === 0 ? "0" : "-1",
      "aria-valuemin": "1",
      "aria-valuemax": `${FACES}`,
      click: () => {
        focus(index);
        turn(index);
      },
      keydown: (event) => press(event, index),
    });
  }

  /** Shows other values, without telling `onChange`. */
  function set(newValues) {
    values = [...newValues];
    while (dice.length > values.length) dice.pop().remove();
    while (dice.length < values.length) {
      dice.push(makeDie(dice.length));
      container.append(dice.at(-1));
    }
    if (!dice.some((die) => die.tabIndex === 0)) rove(dice, dice[0]);
    dice.forEach(draw);
  }

  return {
    set,
    append,
    removeLast,
    get values() {
      return [...values];
    },
    /** Marks the die that is wrong; null: none is. `boxId` names the element that says why. */
    markWrong(index, boxId) {
      dice.forEach((die, i) => {
        die.setAttribute("aria-invalid", String(i === index));
        if (i === index) die.setAttribute("aria-describedby", boxId);
        else die.removeAttribute("aria-describedby");
      });
    },
    /** Marks the die that is being played; null: none is. */
    markCurrent(index) {
      dice.forEach((die, i) => die.classList.toggle("current", i === index));
    },
    /** Says everything again, in another language. */
    relabel() {
      dice.forEach(draw);
    },
  };
}
