// A table's sheet while the network is away: result, fouls, a claim counted by hand and a note, entered on the page
// that is open and kept there (waiting.js). What opens it carries the table in its data: data-sheet is the address of
// the table's page, data-due whether it takes a result, data-disputed whether the players differ and data-first-told
// what each says; data-number, data-game, data-first and data-second (names), data-first-no and data-second-no,
// data-first-count and data-second-count (fouls) say the rest.

import { fresh } from "./queue.js";

const sheet = document.getElementById("sheet");
const { colon } = sheet.dataset;
let away = !navigator.onLine;

// In an even game of a match the colours of the table are exchanged.
function sides(table) {
  const seats = [
    { name: table.first, number: table.firstNo },
    { name: table.second, number: table.secondNo },
  ];
  const [first, second] = Number(table.game) % 2 ? seats : seats.reverse();
  return { first, second };
}

// Taps for the table that wait on this phone are not in its counts.
function fill(table, hasWaiting) {
  const players = sides(table);
  const title = document.getElementById("sheet-title");
  title.textContent = title.dataset.table.replace("%s", table.number);
  for (const place of sheet.querySelectorAll("[data-tally]")) {
    place.textContent = table[`${place.dataset.tally}Fouls`] ?? "";
  }
  for (const place of sheet.querySelectorAll("[data-name]")) place.textContent = players[place.dataset.name].name;
  for (const button of sheet.querySelectorAll("button[data-words]")) {
    const { told } = button.dataset;
    const name = (told ? table[`${told}ToldWords`] : players[button.dataset.of]?.name) ?? "";
    if (told) {
      button.value = table[`${told}Told`] ?? "";
      button.hidden = !button.value;
    }
    button.textContent = button.dataset.words.replace("%s", name);
    if (button.dataset.what) button.dataset.queued = `${title.textContent}${colon}${button.dataset.what.replace("%s", name)}`;
  }
  // A no-show has its words already; before them stands the table.
  for (const button of sheet.querySelectorAll("button[name=absent]")) {
    button.dataset.queued = `${title.textContent}${colon}${button.textContent.trim()}`;
  }
  for (const form of sheet.querySelectorAll("form[data-leaf]")) {
    form.reset();
    // A result that stands is corrected with a reason on the table's own page.
    form.hidden = form.dataset.leaf === "result/" && !("dispute" in form.dataset ? table.disputed : table.due);
    form.action = new URL(form.dataset.leaf, new URL(table.sheet, location.href));
    form.dataset.back = table.sheet;
    form.elements.once.value = fresh();
    if (form.elements.table) form.elements.table.value = table.number;
    if (form.elements.game) form.elements.game.value = table.game;
    if (form.elements.seats) form.elements.seats.value = `${table.firstNo},${table.secondNo}`;
    if (form.elements.player) form.elements.player.value = players[form.dataset.of].number;
    label(form, title.textContent, players, hasWaiting ? undefined : Number(table[`${form.dataset.of}Count`]));
    if (form.dataset.claim) count(form, title.textContent, players);
  }
  for (const open of sheet.querySelectorAll("details[open]")) open.open = false;
}

// Seconds of "4:10" or "45".
const seconds = (text) => text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);

// A claim of the natural limit as it was counted by hand (WXC 5): the button says what follows, as the site
// will.
function count(form, table, players) {
  const { ply, ply_side: plySide, since, since_side: sinceSide, checks, clock } = form.elements;
  const button = form.querySelector("button");
  const why = form.querySelector("[data-why]");
  const at = (number, side) => Math.max(0, 2 * Number(number.value) - (side.value === "first"));
  const changed = () => {
    const isWhole = ply.value && since.value && checks.value;
    const [last, capture] = [at(ply, plySide), at(since, sinceSide)];
    const moves = last - capture;
    // Of the plies after the capture the claimant's own can check; Red moves at the odd ones.
    const half = form.dataset.of === "first" ? Math.ceil : Math.floor;
    const own = half(last / 2) - half(capture / 2);
    const isPossible = moves > 0 && Number(checks.value) <= own;
    const counted = moves - Math.max(0, Number(checks.value) - Number(form.dataset.free));
    const isRight = counted >= Number(form.dataset.claim);
    const isShort = clock.value && seconds(clock.value) < Number(form.dataset.seconds);
    const words = isRight ? form.dataset.right : isShort ? form.dataset.lost : form.dataset.foul;
    why.hidden = !isWhole || isPossible;
    why.textContent = form.dataset.impossible;
    button.disabled = !isWhole || !isPossible;
    button.hidden = button.disabled;
    button.textContent = words.replace("%s", counted);
    form.dataset.queued = `${table}${colon}${button.textContent} · ${players[form.dataset.of].name}`;
  };
  form.oninput = changed;
  changed();
}

// What the button says follows, of a foul of a player who has `count`; empty where that is not certain, as with
// moves that earlier fouls may be for already.
function follows(form, chosen, count) {
  if (!chosen?.dataset.has || count === undefined || (chosen.dataset.step && count)) return "";
  const now = count + Number(chosen.dataset.fouls);
  const isLost = form.dataset.losesAt && now >= Number(form.dataset.losesAt);
  return (isLost ? chosen.dataset.loses : chosen.dataset.has).replace("%s", now);
}

// What the tap is called while it waits.
function label(form, table, players, count) {
  if (!form.elements.offence) {
    form.dataset.queued = `${table}${colon}${form.querySelector("label")?.textContent ?? ""}`;
    return;
  }
  const called = () => {
    const chosen = form.querySelector("input[name=offence]:checked");
    const { name } = players[form.dataset.of];
    form.dataset.queued = `${table}${colon}${chosen?.dataset.called ?? ""} · ${name}`;
    const confirm = form.querySelector("button[data-words]");
    if (confirm) confirm.textContent = follows(form, chosen, count) || confirm.dataset.words.replace("%s", name);
    for (const rule of form.querySelectorAll("[data-rule]")) rule.hidden = rule.dataset.rule !== chosen?.value;
    // How many moves are missing is chosen with the offence: no number is typed.
    const besides = form.querySelector("[data-missed]");
    if (!besides) return;
    const { missed } = form.elements;
    missed.value = chosen?.dataset.step ?? "";
    missed.disabled = !missed.value;
    besides.hidden = missed.disabled;
  };
  form.onchange = called;
  called();
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-sheet]");
  if (!opener || !away || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  // The second of two taps on a button whose sheet has closed under the finger is meant for nothing below.
  if (event.detail > 1) return;
  // A row of the list says whether taps for it wait; on a table's own page the panel does.
  const waits = opener.querySelector("[data-pending]") ?? document.getElementById("waiting");
  fill(opener.dataset, !waits.hidden);
  sheet.showModal();
});

document.addEventListener("queue:kept", (event) => event.target.closest("#sheet") && sheet.close());
document.addEventListener("queue:sent", () => (away = false));
addEventListener("offline", () => (away = true));
addEventListener("online", () => (away = false));
for (const lost of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(lost, () => (away = true));
// An answer may come in that was asked for before the network went.
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful && navigator.onLine) away = false;
});
