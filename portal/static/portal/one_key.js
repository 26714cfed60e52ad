// Results with one key: a table is chosen, 1, = or 0 sets its result and goes on to the next table without one, u takes
// the last one back; the letter of a cause right after a result says how that game ended. The keys press the buttons of the rows, so that desk.js sends, waits and keeps them as ever.

const VALUES = { 1: "1-0", "=": "1/2", 0: "0-1" };
const ON = "one-key";

const toggle = document.getElementById("one-key");
const hint = document.getElementById("one-key-hint");
const entered = [];
let undoing = 0;
// The table whose result was the last key, and what is to be said of it once it has arrived.
let justSet = 0;
const causing = new Map();

const rows = () => [...document.querySelectorAll("#results tbody tr")];
const picked = () => document.querySelector("#results tr.picked");
const button = (row, value) => row.querySelector(`.three [value="${value}"]`);
const isOpen = (row) => Boolean(button(row, "1-0")) && !("sending" in row.dataset);
const tableOf = (row) => Number(row.id.slice(1));
const on = () => toggle?.getAttribute("aria-pressed") === "true";

function tell(text) {
  const said = document.getElementById("said");
  said.textContent = text;
  said.className = "";
}

function pick(row) {
  picked()?.classList.remove("picked");
  if (!row) return;
  row.classList.add("picked");
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}

// The next open table after this one, else the first there is.
function following(row) {
  const all = rows();
  const after = all.slice(all.indexOf(row) + 1);
  return after.find(isOpen) ?? all.find(isOpen);
}

function set(row, value) {
  if (!row) return;
  if (!isOpen(row)) {
    const why = "adjourned" in row.dataset ? toggle.dataset.adjourned : toggle.dataset.has;
    tell(why.replace("%s", tableOf(row)));
    return;
  }
  const pressed = button(row, value);
  entered.push(tableOf(row));
  justSet = tableOf(row);
  pressed.form.requestSubmit(pressed);
  row.dataset.sending = value;
  const next = following(row);
  pick(next ?? row);
  if (!next) tell(toggle.dataset.none);
}

function undo() {
  const table = entered.pop() ?? (picked() && tableOf(picked()));
  if (!table) return;
  const row = document.getElementById(`t${table}`);
  const back = row?.querySelector("[data-undo]");
  if (back) {
    back.form.requestSubmit(back);
    pick(row);
  } else if (row && "sending" in row.dataset) {
    // It is on its way: taken back as soon as it has arrived.
    undoing = table;
    pick(row);
  } else {
    tell(toggle.dataset.undo.replace("%s", table));
  }
}

function move(step) {
  const all = rows();
  const at = all.indexOf(picked());
  pick(all[Math.min(Math.max(at + step, 0), all.length - 1)]);
}

function turn(wanted) {
  toggle.setAttribute("aria-pressed", String(wanted));
  hint.hidden = !wanted;
  document.getElementById("line-line_helptext").hidden = wanted;
  sessionStorage.setItem(ON, wanted ? "1" : "");
  if (wanted) pick(rows().find(isOpen) ?? rows()[0]);
  else {
    picked()?.classList.remove("picked");
    document.querySelector("form[data-line] input[name=line]").focus();
  }
}

// Presses the button of a cause in the row; false where the row has none yet.
function sayCause(table, letter) {
  const form = document.querySelector(`#t${table} form[data-cause]`);
  const chosen = form?.querySelector(`[data-key="${letter}"]`);
  if (chosen) form.requestSubmit(chosen);
  return Boolean(form);
}

function nameCause(letter) {
  const table = justSet;
  justSet = 0;
  if (!sayCause(table, letter)) causing.set(table, letter);
}

const KEYS = {
  ArrowDown: () => move(1),
  ArrowUp: () => move(-1),
  j: () => move(1),
  k: () => move(-1),
  u: undo,
  Escape: () => turn(false),
};

document.addEventListener("keydown", (event) => {
  if (!on() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, dialog, details[open]")) return;
  const key = event.key.length === 1 ? event.key.normalize("NFKC").toLowerCase() : event.key;
  let act = key in VALUES ? () => set(picked(), VALUES[key]) : KEYS[key];
  if (justSet && toggle.dataset.causes.includes(key) && !event.repeat) act = () => nameCause(key);
  if (!act) return;
  event.preventDefault();
  if (!(key in VALUES)) queueMicrotask(() => (justSet = 0));
  if (!event.repeat || key.startsWith("Arrow")) act();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("#one-key")) return turn(!on());
  const row = event.target.closest("#results tbody tr");
  if (on() && row && !event.target.closest("a, button, summary")) pick(row);
});

// The list was renewed: the choice stays at its table, and what was to be undone on arrival is undone.
document.addEventListener("desk:renewed", () => {
  for (const [table, letter] of causing) if (sayCause(table, letter)) causing.delete(table);
  if (!undoing) return;
  const back = document.querySelector(`#t${undoing} [data-undo]`);
  if (!back) return;
  undoing = 0;
  back.form.requestSubmit(back);
});

if (toggle && sessionStorage.getItem(ON)) turn(true);
