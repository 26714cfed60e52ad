// Forms that answer in place, so that a list stays where it is and a line that is being typed is never lost.
//
// <form data-in-place="#list"> is sent in the background; what comes back takes the place of #list (and of
// whatever it names itself). What is refused takes the place of the last message, #said; a conflict comes into #notes
// and steps back when the next result is accepted. A form with data-line is emptied at once and sent in turn. What
// cannot be sent now and is data-queued is kept on the device (waiting.js), else it waits here. Without scripts all
// are ordinary forms.

import { fresh } from "./queue.js";
import { entrust } from "./waiting.js";

const RETRY = 3_000;
const queue = [];
let sending = false;

const notes = () => document.getElementById("notes");

async function post({ form, data, submitter }) {
  const response = await fetch(submitter?.getAttribute("formaction") ?? form.action, {
    method: "POST",
    body: new URLSearchParams(data),
    headers: { "HX-Request": "true", "HX-Current-URL": location.href },
  });
  const elsewhere = response.headers.get("HX-Redirect");
  if (elsewhere) {
    location.assign(elsewhere);
    return;
  }
  const html = await response.text();
  if (response.ok) {
    form.closest("#notes > div")?.remove();
    stepBack(tableOf({ data }));
    replace(form.dataset.inPlace, html);
  } else if (response.status === 409 || response.status === 422) {
    free(form);
    note(html);
  } else if (response.status >= 500 || response.status === 429) {
    throw new Error(String(response.status));
  } else {
    const told = new DOMParser().parseFromString(html, "text/html").querySelector("main .state, main .notice");
    const words = `${form.dataset.failed ?? response.statusText} ${data.get("line") ?? ""}`;
    free(form);
    say(`${told?.textContent ?? ""} ${words}`);
  }
}

function replace(target, html) {
  const focused = document.activeElement?.id;
  const row = document.activeElement?.closest("tr")?.id;
  const place = document.querySelector(target);
  if (!place) return;
  const whole = new DOMParser().parseFromString(html, "text/html");
  // A whole page came (the form's own redirect was followed): only the part that is shown is taken.
  const part = whole.querySelector(target);
  const others = [...whole.querySelectorAll("[data-hx-swap-oob]")];
  if (part) swap(place, part);
  for (const other of others) {
    other.removeAttribute("data-hx-swap-oob");
    const old = document.getElementById(other.id);
    if (old) swap(old, other);
  }
  document.dispatchEvent(new Event("desk:renewed"));
  if (document.activeElement && document.activeElement !== document.body) return;
  const again = document.getElementById(focused) ?? (row && document.querySelector(`#${row} :is(button, td a)`));
  again?.focus({ preventScroll: true });
}

// What somebody was at stays: which row is chosen, and which menu is open.
function keep(old, fresh) {
  if (old.classList.contains("picked")) fresh.classList.add("picked");
  if (old.hasAttribute("tabindex")) fresh.tabIndex = -1;
  if (old.querySelector(".row-menu[open]")) fresh.querySelector(".row-menu").open = true;
}

// What says the same stays the same element: a button that is renewed under the finger takes no tap.
function swap(old, part) {
  for (const row of part.querySelectorAll("tr[id]")) {
    const before = old.querySelector(`#${row.id}`);
    if (before) swap(before, row);
  }
  if (said(old) === said(part)) {
    const seen = part.querySelector("[name=round_seen]");
    if (seen) old.querySelector("[name=round_seen]").value = seen.value;
    if (part.dataset.hxGet) follow(old, part);
    return;
  }
  const fresh = document.importNode(part, true);
  if (fresh.matches("tr")) keep(old, fresh);
  old.replaceWith(fresh);
  if (fresh.matches("tr")) fresh.classList.add("changed");
  htmx.process(fresh);
}

function said(part) {
  return part.textContent.replace(/\s+/g, " ");
}

// The list now shows another version: that is the one to compare from now on.
function follow(old, part) {
  old.dataset.hxGet = part.dataset.hxGet;
  htmx.process(old);
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, xhr } = event.detail;
  if (target.id !== "results" || xhr.status !== 200) return;
  event.detail.shouldSwap = false;
  replace("#results", xhr.responseText);
});

function note(html) {
  const box = document.createElement("div");
  box.innerHTML = html;
  // A newer word about the same table takes the place of the older. The focus stays: somebody is typing.
  const id = box.querySelector("[id^=about-]")?.id;
  if (!id) {
    say(box.textContent);
    return;
  }
  document.getElementById(id)?.parentElement.remove();
  notes()?.append(box);
  // The question stands above the tables; on a phone the row that was tapped is far below it.
  say(box.querySelector("h2").textContent, id);
}

// A result was accepted: a conflict about its table is over, one that the list of needs tells is told once, and of
// the others the heading and the two answers stay.
function stepBack(table) {
  for (const conflict of document.querySelectorAll("#notes .conflict")) {
    const over = conflict.id === `about-${table}` || "listed" in conflict.dataset;
    if (over) conflict.parentElement.remove();
    else conflict.classList.add("stepped-back");
  }
}

// One message at a time: it goes when the next one comes. It leads to what it tells of, if that has an id.
function say(text, about) {
  const said = document.getElementById("said");
  if (!said) return;
  const words = document.createElement(about ? "a" : "span");
  words.textContent = text.replace(/\s+/g, " ").trim();
  if (about) words.href = `#${about}`;
  said.replaceChildren(words);
  said.className = "said-wrong";
}

// A row whose result is not on its way any more.
function free(form) {
  delete form.closest("tr")?.dataset.sending;
}

function waiting() {
  const place = notes();
  if (!place) return;
  let line = place.querySelector(".waiting-line");
  if (!line) {
    line = document.createElement("p");
    line.className = "waiting-line";
    place.prepend(line);
  }
  const lines = queue.map((one) => one.data.get("line")).filter(Boolean);
  const late = queue.find((one) => one.late);
  line.textContent = lines.length && late ? `${late.form.dataset.lost} ${lines.join(" · ")}` : "";
}

const tableOf = (one) => (one.data.get("line") ?? one.data.get("table") ?? "").normalize("NFKC").match(/[0-9]+/)?.[0];

// What the site does not take now lets those of other tables go first; those of its own stay behind it.
function putBack() {
  const table = tableOf(queue[0]);
  queue.push(...queue.splice(0).sort((a, b) => (tableOf(a) === table) - (tableOf(b) === table)));
}

async function drain() {
  if (sending) return;
  sending = true;
  while (queue.length) {
    const { form, data, submitter } = queue[0];
    try {
      await post(queue[0]);
      queue.shift();
    } catch {
      if ("queued" in form.dataset && (await entrust(form, submitter, data, `${form.action}#${tableOf(queue[0])}`))) {
        queue.shift();
        continue;
      }
      // The same key is sent again: whether or not the first one arrived, the result counts once.
      queue[0].late = true;
      putBack();
      waiting();
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
    waiting();
  }
  sending = false;
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-in-place]");
  if (!form) return;
  event.preventDefault();
  const data = new FormData(form, event.submitter);
  if ("line" in form.dataset) {
    const shown = document.getElementById(`t${tableOf({ data })}`)?.dataset.seats;
    if (shown) data.set("seats", shown);
  }
  queue.push({ form, data, submitter: event.submitter, late: false });
  if ("line" in form.dataset) {
    form.reset();
    form.elements.once.value = fresh();
    form.elements.line.focus();
  }
  drain();
});

document.addEventListener("click", (event) => {
  const dismissed = event.target.closest("#notes [data-dismiss]");
  if (!dismissed) return;
  event.preventDefault();
  dismissed.closest("#notes > div").remove();
  document.querySelector("form[data-line] input[name=line]")?.focus();
});

// What was kept on the device has been decided on: rows wait for nothing any more.
document.addEventListener("queue:sent", () => {
  for (const row of document.querySelectorAll("tr[data-sending]")) delete row.dataset.sending;
});

// One menu of a row at a time; a click beside it, or Escape, closes it.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll(".row-menu[open]")) menu.open = menu.contains(event.target);
});

document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && event.target.closest(".row-menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

addEventListener("beforeunload", (event) => queue.length && event.preventDefault());
