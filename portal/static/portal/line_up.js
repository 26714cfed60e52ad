// In a line-up a player goes to another board by its number on the keyboard, or by dragging the word for the board.
// Who sits there changes places. Without this each board is chosen by itself.

function swap(select, other) {
  if (!other || other === select) return;
  [select.value, other.value] = [other.value, select.value];
  other.dispatchEvent(new Event("change", { bubbles: true }));
  other.focus();
}

const ready = new WeakSet();

function swaps(form) {
  const boards = [...form.querySelectorAll('select[name^="board_"]')];
  if (boards.length < 2 || ready.has(form)) return;
  ready.add(form);
  form.addEventListener("keydown", (event) => {
    const other = boards[Number(event.key) - 1];
    if (!other || !boards.includes(event.target)) return;
    event.preventDefault();
    swap(event.target, other);
  });
  for (const select of boards) {
    const word = select.closest(".field").querySelector("label");
    Object.assign(word.style, { cursor: "grab", touchAction: "none", userSelect: "none" });
    word.addEventListener("pointerdown", () => {
      document.addEventListener("pointerup", ({ clientX, clientY }) => {
        const field = document.elementFromPoint(clientX, clientY)?.closest(".field");
        swap(select, boards.find((other) => field?.contains(other)));
      }, { once: true });
    });
  }
}

function start(within) {
  within.querySelectorAll("form").forEach(swaps);
  for (const words of within.querySelectorAll("[data-swaps]")) words.hidden = false;
}

start(document);
document.addEventListener("htmx:load", (event) => start(event.target));
