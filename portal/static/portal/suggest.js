// Suggestions while typing: a combobox over the form's own search. Without this script, or where no answer comes,
// the form does the same on a page of its own.

const WAIT = 180; // milliseconds without a key before anything is asked
const LATIN = 2;
const CHARACTERS = /[\u2e80-\u{10ffff}]/u;

const form = document.querySelector("form[data-suggest]");
const input = form.querySelector("input");
const list = form.querySelector("[role=listbox]");
const status = form.querySelector("[role=status]");
const known = new Map();
let timer = 0;
let asking = null;
let shown = "";

const options = () => [...list.querySelectorAll("[role=option]")];
const active = () => list.querySelector("[aria-selected=true]");

function choose(option) {
  active()?.setAttribute("aria-selected", "false");
  option?.setAttribute("aria-selected", "true");
  option?.scrollIntoView({ block: "nearest" });
  if (option) input.setAttribute("aria-activedescendant", option.id);
  else input.removeAttribute("aria-activedescendant");
}

function close() {
  choose(null);
  list.hidden = true;
  input.setAttribute("aria-expanded", "false");
}

function line({ names, about, url }, at) {
  const option = document.createElement("a");
  Object.assign(option, { id: `suggestion-${at}`, href: url, tabIndex: -1, role: "option", ariaSelected: "false" });
  const title = document.createElement("span");
  for (const { text, lang } of names) {
    const name = document.createElement("span");
    Object.assign(name, { textContent: text, lang });
    title.append(...(title.childElementCount ? [" ", name] : [name]));
  }
  const where = document.createElement("span");
  Object.assign(where, { textContent: about, className: "soft small" });
  option.append(title, where);
  return option;
}

function show(text, { lines, more }) {
  shown = text;
  choose(null);
  list.replaceChildren(...lines.map(line));
  if (more) list.append(line({ names: [{ text: form.dataset.more, lang: document.documentElement.lang }], about: "", url: more }, lines.length));
  list.hidden = !lines.length;
  input.setAttribute("aria-expanded", String(!list.hidden));
  status.textContent = lines.length ? form.dataset.found.replace("%n", String(lines.length)) : form.dataset.none;
}

async function ask(text) {
  asking?.abort();
  asking = new AbortController();
  const answer = await fetch(`${form.dataset.suggest}?${new URLSearchParams({ q: text })}`, {
    signal: asking.signal,
    credentials: "omit",
  }).catch(() => null);
  // Typed on, off line, or too many at once: what is there stays, and Enter asks for the page.
  if (!answer?.ok) return;
  known.set(text, await answer.json());
  if (input.value.trim() === text) show(text, known.get(text));
}

function look() {
  clearTimeout(timer);
  const text = input.value.trim();
  if (text.length < (CHARACTERS.test(text) ? 1 : LATIN)) {
    asking?.abort();
    status.textContent = "";
    shown = "";
    list.replaceChildren();
    close();
  } else if (known.has(text)) {
    show(text, known.get(text));
  } else {
    timer = setTimeout(ask, WAIT, text);
  }
}

function step(by) {
  const all = options();
  if (list.hidden && shown) {
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
  }
  const next = all.indexOf(active()) + by;
  choose(next === -2 ? all.at(-1) : all[next] ?? null);
}

for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id })) {
  input.setAttribute(name, value);
}

// While an input method composes, its letters are not yet what is meant; it tells when it has done.
input.addEventListener("input", (event) => event.isComposing || look());
input.addEventListener("compositionend", look);

input.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  if ((event.key === "ArrowDown" || event.key === "ArrowUp") && options().length) {
    event.preventDefault();
    step(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Enter" && active() && !list.hidden) {
    event.preventDefault();
    active().click();
  } else if (event.key === "Escape" && !list.hidden) {
    event.preventDefault();
    close();
  }
});
