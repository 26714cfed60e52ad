// My list: persons and events that this device keeps at hand, without a network too. With an account it is the same
// on each of its devices (docs/guide/notifications.md).
//
// The list stands in this browser: the front page shows it at once, and asks the site only afterwards.

const LIST = "my-list";
const ADDED = "my-list-added";
const REMOVED = "my-list-removed";
const ACCOUNT = "my-list-account";
// The account has had this list: only what was pressed since is news to it.
const KNOWN = "my-list-known";
const MOST = 100;

const read = (key) => JSON.parse(localStorage.getItem(key) ?? "[]");
const write = (key, value) => localStorage.setItem(key, JSON.stringify(value));
const root = () => `/${location.pathname.split("/")[1]}/`;
// Below the language: the list is the same in each.
const here = () => location.pathname.slice(root().length);

export const textOf = (element) => element.textContent.trim().replace(/\s+/g, " ");

export async function put(place) {
  write(REMOVED, read(REMOVED).filter((path) => path !== place.path));
  write(ADDED, [...read(ADDED).filter((path) => path !== place.path), place.path].slice(-MOST));
  write(LIST, [...read(LIST).filter(({ path }) => path !== place.path), place].slice(-MOST));
  keep(place);
  await sync();
}

async function take(path) {
  write(ADDED, read(ADDED).filter((added) => added !== path));
  write(LIST, read(LIST).filter((place) => place.path !== path));
  write(REMOVED, [...read(REMOVED).filter((gone) => gone !== path), path].slice(-MOST));
  await sync();
}

// Its page is there without a network as well (sw.js).
const keep = ({ path }) => navigator.serviceWorker?.controller?.postMessage(root() + path);

export async function sync() {
  const paths = read(LIST).map(({ path }) => path);
  const removed = read(REMOVED);
  const news = localStorage.getItem(KNOWN) ? read(ADDED) : paths;
  const body = new URLSearchParams({ wanted: JSON.stringify({ paths: news, removed }) });
  try {
    const answer = await fetch(`${root()}notifications/my-list/`, { method: "POST", body });
    if (!answer.ok) return;
    const { account, places } = await answer.json();
    // What was pressed meanwhile is asked for next time.
    if (read(LIST).map(({ path }) => path).join() !== paths.join() || read(REMOVED).join() !== removed.join()) return;
    // Whoever has signed out finds the list again with the account, and the next person here does not.
    write(LIST, !account && localStorage.getItem(ACCOUNT) ? [] : places);
    write(ADDED, []);
    write(REMOVED, []);
    for (const key of [ACCOUNT, KNOWN]) {
      if (account) localStorage.setItem(key, "yes");
      else localStorage.removeItem(key);
    }
  } catch {
    // Without a network the list is what it is here.
  }
}

function show(section) {
  const places = read(LIST);
  const lines = section.querySelector("ul");
  const template = section.querySelector("template");
  lines.replaceChildren(
    ...places.map((place) => {
      const entry = template.content.cloneNode(true);
      const link = entry.querySelector("a");
      link.textContent = place.name || place.path;
      link.href = root() + place.path;
      const button = entry.querySelector("button");
      button.setAttribute("aria-label", `${button.textContent}: ${link.textContent}`);
      button.addEventListener("click", async () => {
        await Promise.race([take(place.path), new Promise((done) => setTimeout(done, 0))]);
        show(section);
      });
      return entry;
    }),
  );
  section.hidden = places.length === 0;
}

function label(button) {
  const listed = read(LIST).some(({ path }) => path === here());
  button.textContent = listed ? button.dataset.remove : button.dataset.add;
  button.setAttribute("aria-pressed", String(listed));
  button.hidden = false;
}

async function press(button) {
  const listed = read(LIST).some(({ path }) => path === here());
  const name = textOf(document.querySelector("h1"));
  const change = listed ? take(here()) : put({ path: here(), name });
  label(button);
  await change;
  label(button);
}

function prepare() {
  for (const button of document.querySelectorAll("[data-list-button]")) {
    if (button.dataset.ready) continue;
    button.dataset.ready = "yes";
    label(button);
    button.addEventListener("click", () => press(button));
  }
  const section = document.querySelector("[data-my-list]");
  if (section) show(section);
}

// Nobody is asked for a list that nobody has made; who has signed in may have made one elsewhere.
const anything = () => read(LIST).length || read(REMOVED).length || localStorage.getItem(ACCOUNT);

async function begin() {
  prepare();
  if (!document.querySelector("[data-my-list]") || !anything()) return;
  await sync();
  prepare();
  for (const place of read(LIST)) keep(place);
}

// Said by pages that only who has signed in can open.
export const signedIn = () => localStorage.setItem(ACCOUNT, "yes");

// A browser that keeps nothing for this site has no list.
begin().catch(() => undefined);
document.addEventListener("page:arrived", prepare);
