// A board to be typed in: taps write into the text board, and what is typed there appears on the board. The
// text is what is sent; without scripts it stands alone.

const SVG = "http://www.w3.org/2000/svg";
const [STEP, EDGE] = [20, 30];
const BLACK = "bBxX#●⚫";
const WHITE = "wWoO○⚪";

const place = document.querySelector("[data-board-text]");
const text = document.getElementById(place.dataset.boardText);
const size = Number(place.dataset.size);
const buttons = [...place.querySelectorAll("[data-point]")];

function rows() {
  const found = text.value.split("\n").map((line) => [...line.replaceAll(/\s/g, "")]);
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => found[y]?.[x] ?? "."));
}

const colour = (character) => (BLACK.includes(character) ? "b" : WHITE.includes(character) ? "w" : "");

function draw() {
  const board = rows();
  const stones = [];
  buttons.forEach((button, at) => {
    const [x, y] = [at % size, Math.floor(at / size)];
    const stone = colour(board[y][x]);
    const said = { b: place.dataset.black, w: place.dataset.white }[stone] ?? place.dataset.empty;
    button.setAttribute("aria-label", `${button.dataset.name}, ${said}`);
    if (!stone) return;
    const drawn = document.createElementNS(SVG, "use");
    drawn.setAttribute("href", `#stone-${stone}`);
    drawn.setAttribute("x", EDGE + STEP * x);
    drawn.setAttribute("y", EDGE + STEP * y);
    stones.push(drawn);
  });
  place.querySelector("[data-stones]").replaceChildren(...stones);
}

function put(at) {
  const board = rows();
  const chosen = document.querySelector("[name=_colour]:checked").value;
  const [x, y] = [at % size, Math.floor(at / size)];
  board[y][x] = colour(board[y][x]) === colour(chosen) ? "." : chosen;
  text.value = board.map((row) => row.join("")).join("\n");
  text.dispatchEvent(new Event("input"));
}

// One stop of the Tab key; arrows move from there.
function reach(at, { focus = true } = {}) {
  for (const button of buttons) button.tabIndex = -1;
  buttons[at].tabIndex = 0;
  if (focus) buttons[at].focus();
}

const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

place.addEventListener("keydown", (event) => {
  const at = buttons.indexOf(event.target);
  const move = MOVES[event.key];
  if (at < 0 || !move) return;
  event.preventDefault();
  const [x, y] = [(at % size) + move[0], Math.floor(at / size) + move[1]];
  if (x >= 0 && x < size && y >= 0 && y < size) reach(x + size * y);
});

place.addEventListener("click", (event) => {
  const at = buttons.indexOf(event.target);
  if (at < 0) return;
  reach(at);
  put(at);
});

// A board half drawn outlives a page that is loaded anew; once it is sent the address holds it. Private windows
// may refuse storage: then nothing is kept, and everything else works.
const kept = `board:${location.pathname}${location.search}`;

function stored(act) {
  try {
    return act(sessionStorage);
  } catch {
    return null;
  }
}

text.value = stored((storage) => storage.getItem(kept)) ?? text.value;
text.addEventListener("input", () => {
  stored((storage) => storage.setItem(kept, text.value));
  draw();
});
text.form.addEventListener("submit", () => stored((storage) => storage.removeItem(kept)));
reach(Math.floor(buttons.length / 2), { focus: false });
draw();
