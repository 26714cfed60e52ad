// A screen in the hall. The page comes with everything it shows (`.source`); this cuts it into pages that fit,
// turns them, and asks now and then whether there is something newer. It runs for a day, so whatever is put on
// the stage replaces what was there, and nothing is kept but the latest source.

const ASK = 15_000;
const PATIENCE = 10_000;
const LATE = 40_000;
const ALIVE = 60_000;
const MOST_COLUMNS = 4;

const root = document.querySelector("[data-screen]");
const part = (name) => root.querySelector(`[data-${name}]`);
const [stage, title, within, facts, clock, turn, note, bar] =
  ["stage", "title", "within", "facts", "clock", "turn", "note", "bar"].map(part);
const source = () => root.querySelector("[data-source]");
const words = root.dataset;
const time = new Intl.DateTimeFormat(document.documentElement.lang, {
  hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: words.zone,
});
const ages = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "always" });

let pages = [];
let at = -1;
let turned = 0;
let heard = Date.now();
let asked = Date.now();
let gone = false;
let told = 0;

// --- What fits -------------------------------------------------------------------------------------------

function cut() {
  pages = [];
  const style = getComputedStyle(stage);
  const gap = parseFloat(style.columnGap);
  stage.replaceChildren();
  turn.textContent = words.turn.replace("%n", 10).replace("%m", 10);
  for (const slide of source().children) {
    // What stands above and below the stage may take two lines; measured is what it leaves.
    head(slide);
    const room = stage.getBoundingClientRect();
    const width = room.width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const height = room.height - parseFloat(style.paddingTop);
    const rows = [...slide.querySelectorAll(".row")];
    if (!rows.length) {
      pages.push({ slide, columns: [] });
      continue;
    }
    const widest = widestOf(rows, width);
    const columns = Math.max(1, Math.min(MOST_COLUMNS, Math.floor((width + gap) / (widest + gap))));
    const heights = columns > 1 || widest <= width ? rows.map((row) => row.getBoundingClientRect().height) : wrapped(rows, width);
    const greedy = filled(rows, heights, height, rows.length);
    const turns = Math.ceil(greedy.length / columns);
    // As many rows on each page as on any other: a page of one row looks like the end of something else.
    const even = filled(rows, heights, height, Math.ceil(rows.length / (turns * columns)));
    const parts = turns > 1 && Math.ceil(even.length / columns) === turns ? even : greedy;
    for (let n = 0; n < parts.length; n += columns) {
      pages.push({ slide, columns: parts.slice(n, n + columns), wide: columns });
    }
  }
}

// The second name of each person, in the other script, goes only where a row has no room for both.
function widestOf(rows, width) {
  const measured = () => Math.max(...rows.map((row) => row.getBoundingClientRect().width));
  for (const row of rows) row.classList.remove("one-name");
  const both = measured();
  if (both <= width) return both;
  for (const row of rows) row.classList.add("one-name");
  return measured();
}

// The rows in columns that are no higher than the stage and have no more than `most` rows.
function filled(rows, heights, height, most) {
  const columns = [[]];
  let used = 0;
  rows.forEach((row, n) => {
    const last = columns.at(-1);
    if (last.length && (used + heights[n] > height || last.length >= most)) {
      columns.push([]);
      used = 0;
    }
    columns.at(-1).push(row);
    used += heights[n];
  });
  return columns;
}

// A row that is wider than the screen breaks; how high it is then shows only where it will stand.
function wrapped(rows, width) {
  const trial = document.createElement("div");
  trial.className = "column";
  trial.style.width = `${width}px`;
  trial.append(...rows.map((row) => row.cloneNode(true)));
  stage.replaceChildren(trial);
  const heights = [...trial.children].map((row) => row.getBoundingClientRect().height);
  stage.replaceChildren();
  return heights;
}

function head(slide) {
  title.textContent = slide.dataset.title;
  within.textContent = slide.dataset.within;
  facts.textContent = slide.dataset.facts ?? "";
}

// --- Turning ---------------------------------------------------------------------------------------------

function show(next) {
  at = pages.length ? next % pages.length : -1;
  turned = Date.now();
  const page = pages[at];
  if (!page) {
    stage.replaceChildren();
    for (const text of [title, within, facts, turn]) text.textContent = "";
    return;
  }
  head(page.slide);
  turn.textContent = words.turn.replace("%n", at + 1).replace("%m", pages.length);
  const blanks = Math.max(0, (page.wide ?? 0) - page.columns.length);
  const columns = page.columns.map((rows) => {
    const column = document.createElement("ol");
    column.className = "column";
    column.append(...rows.map((row) => row.cloneNode(true)));
    return column;
  });
  for (let n = 0; n < blanks; n += 1) columns.push(Object.assign(document.createElement("div"), { className: "column" }));
  stage.replaceChildren(...(columns.length ? columns : [...page.slide.children].map((child) => child.cloneNode(true))));
  count();
  bar.classList.remove("runs");
  void bar.offsetWidth;
  bar.style.animationDuration = `${words.seconds}s`;
  bar.classList.add("runs");
}

function count() {
  const left = stage.querySelector("[data-starts]");
  if (!left) return;
  const seconds = Math.max(0, Math.round((Date.parse(left.dataset.starts) - Date.now()) / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  left.textContent = seconds ? parts.map((n) => String(n).padStart(2, "0")).join(":") : words.now;
}

// --- Keeping current -------------------------------------------------------------------------------------

async function ask() {
  if (root.ariaBusy === "true") return;
  root.ariaBusy = "true";
  asked = Date.now();
  try {
    const address = `${location.pathname}?v=${root.dataset.version}`;
    const answer = await fetch(address, { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(PATIENCE) });
    // Anything else (a network that wants a password, a site that is being moved) is as good as no answer.
    if (answer.status === 410) leave();
    else if (answer.status === 204 || (answer.status === 200 && take(await answer.text()))) gone = false;
    else return;
    heard = Date.now();
  } catch {
    // No network: what is shown stays, and its age is told.
  } finally {
    root.ariaBusy = "false";
  }
}

// The page comes from a cache that asks nobody: that this screen is alive it says itself, for the desk.
function tell() {
  told = Date.now();
  fetch(`${location.pathname}seen/`, { method: "POST", credentials: "omit", signal: AbortSignal.timeout(PATIENCE) }).catch(() => {});
}

function take(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("[data-screen]");
  if (!fresh) return false;
  root.dataset.version = fresh.dataset.version;
  root.dataset.seconds = fresh.dataset.seconds;
  source().replaceWith(document.importNode(fresh.querySelector("[data-source]"), true));
  const was = pages[at]?.slide.dataset.key;
  const place = at - pages.findIndex((page) => page.slide.dataset.key === was);
  cut();
  const again = pages.findIndex((page) => page.slide.dataset.key === was);
  const same = again >= 0 && pages[again + place]?.slide.dataset.key === was ? again + place : Math.max(again, 0);
  const since = turned;
  show(same);
  if (again >= 0) turned = since;
  return true;
}

// Taken back, be it for good or for a while: nothing of it is shown any more, and whatever is newer is taken.
function leave() {
  gone = true;
  root.dataset.version = 0;
  source().replaceChildren();
  cut();
  show(0);
}

function tick() {
  const now = Date.now();
  clock.textContent = time.format(now);
  count();
  const age = now - heard;
  note.textContent = gone ? words.gone : age > LATE ? words.offline.replace("%s", ages.format(-Math.max(1, Math.round(age / 60_000)), "minute")) : "";
  if (now - turned >= words.seconds * 1000 && pages.length) show(at + 1);
  if (now - asked >= ASK) ask();
  if (now - told >= ALIVE && !gone) tell();
}

document.fonts.ready.then(() => {
  cut();
  show(0);
  tick();
  setInterval(tick, 1000);
});
addEventListener("resize", () => {
  cut();
  show(0);
});
