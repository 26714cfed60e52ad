// What is kept on this device and not yet sent: shown on every page of the desk, and sent from there.
//
// <form data-queued="what it does"> is kept first and then sent; a button's own data-queued goes before the
// form's; data-back is the page that it belongs to, and those of one page are sent in order. Its answer leads on
// as without scripts; a refusal of what was filled in is shown by the site's own page, by sending the form the
// ordinary way. What cannot be sent waits in #waiting, and what is refused for good stands there until somebody
// drops it.

import { REFUSED, WAITING, again, drain, drop, forget, fresh, isDropped, isStuck, keep, keyOf, kept } from "./queue.js";
import { release as tryAll } from "./queue.js";

const RETRY = 3_000;
const SIGNED_OUT = 30_000;
const SLOW = 1_000;
// The same again within so long is the second half of a double tap.
const DOUBLE = 1_000;
// Answers whose page shows what was filled in, with what is wrong with it.
const FILLED_IN = [409, 422];
const TYPED = "textarea, input:not([type=hidden], [type=radio], [type=checkbox])";
const GONE = [404, 405, 410];

const panel = document.getElementById("waiting");
const words = panel.dataset;
const sent = [];
const lines = new Map();
// The form that waits for its tap to lead on, and the key of that tap; what has arrived, by its key; what each form
// has sent last.
const leading = new Map();
const arrived = new Map();
const last = new WeakMap();
let stopped = "";
let timer = 0;

function tapOf(form, submitter, data = new FormData(form, submitter), order = form.dataset.back || form.action) {
  data.delete("csrfmiddlewaretoken");
  if (!data.get("once")) data.set("once", fresh());
  const what = submitter?.dataset.queued || form.dataset.queued;
  const back = form.dataset.back || location.pathname;
  const fields = [...form.querySelectorAll(TYPED)].map((one) => String(data.get(one.name) ?? "").trim());
  const typed = fields.filter(Boolean).join(" · ");
  return { person: words.person, whose: words.name, url: form.action, fields: [...data], what, typed, back, order };
}

function part(name, texts) {
  const made = document.getElementById(`waiting-${name}`).content.cloneNode(true).firstElementChild;
  for (const [slot, text] of Object.entries(texts)) {
    for (const place of made.querySelectorAll(`[data-slot="${slot}"]`)) place.textContent = text;
  }
  return made;
}

function time(at) {
  return new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
}

const called = (tap) => [tap.what, tap.typed].filter(Boolean).join(" · ");

function why(tap) {
  if (tap.state === WAITING) return isStuck(tap) ? words.stuck : "";
  if (GONE.includes(tap.status)) return words.gone;
  return tap.sentence || words.failed.replace("%s", tap.status);
}

function line(tap) {
  const what = called(tap);
  const sentence = why(tap);
  // One that says what it said before stays as it is, opened or under the finger.
  const name = JSON.stringify([tap.id, tap.state, sentence]);
  if (lines.has(name)) return lines.get(name);
  const dropped = words.drop.replace("%s", what);
  const made = part(tap.state === REFUSED ? "refused" : "line", { what, at: time(tap.at), sentence, dropped });
  const back = made.querySelector("a");
  if (back) back.href = tap.back;
  made.querySelector("[data-again]")?.addEventListener("click", async () => {
    await again(tap);
    tryAll();
    run();
  });
  made.querySelector("[data-drop]").addEventListener("click", async () => {
    for (const [form, key] of leading) if (key === tap.key) leading.delete(form);
    await drop(tap);
    await show();
    (panel.querySelector("summary") ?? document.getElementById("content")).focus();
    run();
  });
  lines.set(name, made);
  return made;
}

// Only what is new comes, and only what is over goes: the rest keeps the focus.
function place(list, wanted) {
  for (const shown of [...list.children]) if (!wanted.includes(shown)) shown.remove();
  wanted.forEach((one, i) => list.children[i] === one || list.insertBefore(one, list.children[i] ?? null));
}

function head(mine, others) {
  if (mine.length) return { "sign-in": words.signIn, held: words.held }[stopped] ?? words.kept;
  return others.length ? words.another.replaceAll("%s", others[0].whose) : "";
}

async function show() {
  // What a player's own page keeps (steady.js) is sent from there.
  const taps = (await kept()).filter((tap) => tap.whose);
  const waiting = taps.filter((tap) => tap.state === WAITING);
  const mine = waiting.filter((tap) => tap.person === words.person);
  const others = waiting.filter((tap) => tap.person !== words.person);
  const refused = taps.filter((tap) => tap.state === REFUSED && tap.person === words.person);
  const said = head(mine, others);
  panel.hidden = !said && !refused.length && !sent.length;
  panel.querySelector("[data-slot=head]").textContent = said;
  panel.querySelector("[data-sign-in]").hidden = !(mine.length && stopped === "sign-in");
  place(panel.querySelector("ul"), [...refused.map(line), ...sent, ...mine.map(line)]);
  panel.classList.toggle("unsent-refused", refused.length > 0);
  document.dispatchEvent(new Event("queue:shown"));
  return waiting.length;
}

const leads = (tap) => [...leading.values()].includes(tap.key);

async function run() {
  clearTimeout(timer);
  const told = await drain(words.sender, (tap) => !leads(tap));
  stopped = told.stopped;
  // What was dropped and has arrived is said here: no other tap may lead away from it.
  if (told.sent.some((tap) => isDropped(tap.key))) [...leading.keys()].forEach(release);
  for (const tap of told.sent) {
    arrived.set(tap.key, tap);
    if (leads(tap)) continue;
    const made = part("sent", { what: called(tap) });
    const said = made.querySelector("[data-said]");
    // The site has escaped it; an article that it cites is a link.
    if (isDropped(tap.key)) said.textContent = words.arrived;
    else said.innerHTML = tap.said.join(" ");
    sent.push(made);
  }
  if (told.sent.length || told.refused.length) document.dispatchEvent(new Event("queue:sent"));
  const left = await show();
  if (left) timer = setTimeout(run, pause(told));
  return told;
}

function pause(told) {
  if (told.stopped === "held") return Math.max(told.until - Date.now(), 0);
  return told.stopped === "away" ? RETRY : SIGNED_OUT;
}

// True when the tap is kept here, and is sent from here.
export async function entrust(form, submitter, data, order) {
  try {
    await keep(tapOf(form, submitter, data, order));
  } catch {
    return false;
  }
  tryAll();
  run();
  return true;
}

async function submit(form, submitter, tap) {
  const key = keyOf(tap);
  leading.set(form, key);
  try {
    await keep(tap);
  } catch {
    // A private window may refuse to keep anything: the form is then sent as it always was.
    return plainly(form, submitter);
  }
  tryAll();
  if ("stay" in form.dataset) {
    release(form);
    await show();
    return run();
  }
  const slow = setTimeout(show, SLOW);
  await run();
  clearTimeout(slow);
  // It was dropped, or the form has sent another tap after it: that one leads on.
  if (leading.get(form) !== key) return;
  if (arrived.has(key)) return location.assign(arrived.get(key).next);
  const still = (await kept()).find((one) => one.key === key);
  if (!still) {
    // Another page that is open has dropped it, or has sent it along with its own.
    return isDropped(key) ? leading.delete(form) : location.assign(form.dataset.back || location.pathname);
  }
  if (still.state === REFUSED && FILLED_IN.includes(still.status)) {
    await forget(still.id);
    return plainly(form, submitter);
  }
  release(form);
  panel.scrollIntoView({ block: "nearest" });
}

// The tap is kept here: the form is ready for another one, which counts for itself even where it says the same.
function release(form) {
  leading.delete(form);
  form.reset();
  if (form.elements.once) form.elements.once.value = fresh();
  for (const open of form.querySelectorAll("details[open]")) open.open = false;
  form.dispatchEvent(new Event("queue:kept", { bubbles: true }));
}

function plainly(form, submitter) {
  form.dataset.plainly = "";
  form.requestSubmit(submitter);
}

// Whether `tap` is the second half of a double tap, or still on its way from this form. What was dropped since may be
// entered again at once.
function isDouble(form, tap) {
  const key = keyOf(tap);
  const said = keyOf({ ...tap, fields: tap.fields.filter(([name]) => name !== "once") });
  const before = last.get(form);
  if (leading.get(form) === key) return true;
  if (before?.said === said && Date.now() - before.at < DOUBLE && !isDropped(before.key)) return true;
  last.set(form, { key, said, at: Date.now() });
  return false;
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-queued]:not([data-in-place])");
  if (!form || "plainly" in form.dataset) return;
  event.preventDefault();
  const tap = tapOf(form, event.submitter);
  if (!isDouble(form, tap)) submit(form, event.submitter, tap);
});

// What follows by itself leaves a form alone whose tap is on its way: its answer is shown where it was filled in.
document.addEventListener("htmx:beforeSwap", (event) => {
  if ([...leading.keys()].some((form) => event.detail.target.contains(form))) event.detail.shouldSwap = false;
});

// Nor does what asks by itself lead away to the sign-in: somebody may be filling in a form, and what is sent says that
// one has to sign in.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { requestConfig, xhr } = event.detail;
  const asks = requestConfig.verb === "get" && xhr.getResponseHeader("HX-Redirect");
  if (asks && document.querySelector("form[data-queued]:not([data-in-place])")) event.preventDefault();
});

// A page that comes back as it was left.
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  leading.clear();
  for (const form of document.querySelectorAll("form[data-plainly]")) delete form.dataset.plainly;
});

function retry() {
  tryAll();
  run();
}

addEventListener("online", retry);
document.addEventListener("visibilitychange", async () => {
  if (!document.hidden && (await show())) retry();
});

// A browser that keeps nothing has nothing to send.
if (await show().catch(() => 0)) run();
