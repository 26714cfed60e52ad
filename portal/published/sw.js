// The service worker of one release: RELEASE, LANGUAGES and PARTS stand above these lines (published/offline.py).
//
// It keeps the last published pages that were opened on this device, with the newest pairings and standings of
// their section, the pages of persons, the rulebooks that a page cites, and the page behind a private link with the pages of the records. The network goes first; without
// it a kept page is shown with the time at which it was current (<html data-kept-at>). A page that is withdrawn (410, 404) is forgotten. Nothing of the
// desk is kept, and nothing else behind a private link. A new release forgets what older ones kept.

const PAGES = `pages-${RELEASE}`;
const ASSETS = `assets-${RELEASE}`;
// Which page on this device belongs to what it follows (push.js): what is sent names no private link.
const PLACES = "places";
const MOST = 80;
const PATIENCE = 6_000;
const LATER = 2_000;
const KEPT_AT = "X-Kept-At";

const anyLanguage = `/(?:${LANGUAGES.join("|")})/`;
// Screens of the hall (`/-/`) say themselves how old they are.
const PUBLISHED = new RegExp(`^${anyLanguage}(?:e/(?!.*/-/).+/|person/[\\w-]+/|rulebooks/[\\w-]+/)?$`);
const MINE = new RegExp(`^${anyLanguage}[pt]/[\\w-]+/(?:round/\\d+/record/)?$`);
const SECTION = new RegExp(`^${anyLanguage}e/[\\w-]+/[\\w]`);
const NUMBERED = /\/(round|standings)\/(\d+)\/$/;

const isKept = (path) => PUBLISHED.test(path) || MINE.test(path);
// The page behind a private link asks with its version, a published one once it knows that there is another.
const isFollowed = (url, request) =>
  isKept(url.pathname) && (url.searchParams.has("v") || (PUBLISHED.test(url.pathname) && request.headers.has("HX-Request")));
// What the browser itself kept, and may show while a server fails, would pass for an answer and seem new.
const ASKED = { cache: "no-cache" };
const plain = (url) => new URL(url.pathname, location.origin).href;
const offline = (path) => `/${LANGUAGES.find((code) => path.startsWith(`/${code}/`)) ?? LANGUAGES[0]}/offline/`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(ASSETS).then((cache) => cache.addAll(PARTS)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin() {
  const mine = new Set([PAGES, ASSETS, PLACES]);
  for (const name of await caches.keys()) if (!mine.has(name)) await caches.delete(name);
  await self.clients.claim();
}

// A page that was opened before this release watched over it says where it is.
// One that is open says each time that it is still what there is.
self.addEventListener("message", (event) => {
  const { data } = event;
  event.waitUntil(data.current ? still(new URL(data.current, location.origin)) : opened(new URL(data, location.origin)));
});

async function still(url) {
  await touch(plain(url));
}

async function opened(url) {
  await prepare(url);
  if (await caches.match(plain(url), { cacheName: PAGES })) return;
  await refresh(url);
  await companions(url);
}

// The page for no network comes in the languages that are read here.
async function prepare(url) {
  const cache = await caches.open(ASSETS);
  if (await cache.match(offline(url.pathname))) return;
  try {
    await cache.add(offline(url.pathname));
  } catch {
    // The next page that is opened brings it.
  }
}

async function refresh(url) {
  if (!isKept(url.pathname)) return;
  const number = next();
  try {
    await note(url, number, await fetch(plain(url), ASKED));
  } catch {
    // Without a network there is nothing newer to keep.
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(asset(request));
  else if (request.mode === "navigate") event.respondWith(page(event, url));
  else if (isFollowed(url, request)) event.respondWith(follow(event, url));
});

// Their names change with their contents.
async function asset(request) {
  const known = await caches.match(request, { cacheName: ASSETS });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(ASSETS)).put(request, answer.clone());
  return answer;
}

async function page(event, url) {
  const kept = isKept(url.pathname) ? await inTurn((cache) => cache.match(plain(url))) : undefined;
  const number = next();
  try {
    const answer = await soon(fetch(event.request, ASKED), kept);
    if (answer.status >= 500 && kept) return aged(kept);
    event.waitUntil(prepare(url));
    if (isKept(url.pathname)) event.waitUntil(note(url, number, answer.clone()).then(() => companions(url)));
    return answer;
  } catch {
    if (kept) return aged(kept);
    return noConnection(url);
  }
}

// In the page's own language, or in one that was read here.
async function noConnection(url) {
  const cache = await caches.open(ASSETS);
  for (const path of [url.pathname, ...LANGUAGES.map((code) => `/${code}/`)]) {
    const found = await cache.match(offline(path));
    if (found) return found;
  }
  return Response.error();
}

// Who has a kept page need not wait until a dead network gives up.
function soon(asked, kept) {
  if (!kept) return asked;
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("late")), PATIENCE));
  return Promise.race([asked, late]);
}

// An open page fetches what is newer than its version.
async function follow(event, url) {
  const number = next();
  const answer = await fetch(event.request, ASKED);
  event.waitUntil(note(url, number, answer.clone()));
  return answer;
}

// Answers overtake each other: what a page said before it was withdrawn must not bring it back. So of one page's
// answers the one that was asked for last holds, and what is kept is changed by one at a time.
let asked = 0;
let changes = Promise.resolve();
const holds = new Map();

const next = () => ++asked;

function inTurn(change) {
  const done = changes.then(async () => change(await caches.open(PAGES)));
  // Who asked for a change hears that it failed; the next one takes place all the same.
  changes = done.catch(() => undefined);
  return done;
}

async function note(url, number, answer) {
  const key = plain(url);
  const isGone = answer.status === 410 || answer.status === 404;
  if (answer.status === 204) return touch(key);
  if (!isGone && (answer.status !== 200 || answer.redirected || !/^text\/html/.test(answer.headers.get("Content-Type")))) return;
  // Read before it is its turn: a text that is slow to come keeps nobody waiting.
  const html = isGone ? "" : await answer.text();
  await inTurn(async (cache) => {
    if (number < (holds.get(key) ?? 0)) return;
    holds.set(key, number);
    if (isGone) await cache.delete(key);
    else await put(cache, key, html, answer.headers);
    const keys = await cache.keys();
    for (const old of keys.slice(0, Math.max(0, keys.length - MOST))) await cache.delete(old);
  });
}

// Still current: it is as young as this answer.
async function touch(key) {
  await inTurn(async (cache) => {
    const kept = await cache.match(key);
    if (kept) await put(cache, key, await kept.text(), kept.headers);
  });
}

async function put(cache, key, html, told) {
  const headers = new Headers(told);
  // The text is no longer compressed.
  for (const name of ["Content-Encoding", "Content-Length", "Vary"]) headers.delete(name);
  headers.set(KEPT_AT, String(Date.now()));
  await cache.delete(key);
  await cache.put(key, new Response(html, { headers }));
}

async function aged(kept) {
  const html = (await kept.text()).replace("<html ", `<html data-kept-at="${kept.headers.get(KEPT_AT)}" `);
  return new Response(html, { headers: kept.headers });
}

// The newest pairings and standings that a page of a section leads to, when nothing else is going on.
async function companions(url) {
  if (!SECTION.test(url.pathname)) return;
  await new Promise((resolve) => setTimeout(resolve, LATER));
  const cache = await caches.open(PAGES);
  const html = await (await cache.match(plain(url)))?.text();
  for (const found of newest(html ?? "", url)) {
    if (found.pathname !== url.pathname && !(await cache.match(plain(found)))) await refresh(found);
  }
}

function newest(html, base) {
  const section = base.pathname.split("/").slice(0, 5).join("/");
  const own = NUMBERED.exec(base.pathname);
  const best = new Map(own ? [[own[1], { number: Number(own[2]), there: base }]] : []);
  for (const [, href] of html.matchAll(/href="([^"#?]+)"/g)) {
    const there = new URL(href, base);
    const found = there.origin === base.origin && there.pathname.startsWith(`${section}/`) && NUMBERED.exec(there.pathname);
    if (found && !(best.get(found[1])?.number >= Number(found[2]))) best.set(found[1], { number: Number(found[2]), there });
  }
  return [...best.values()].map((one) => one.there);
}

// What comes is always shown: browsers end the subscription of a site that is silent.
self.addEventListener("push", (event) => event.waitUntil(notify(event.data?.json() ?? {})));

async function notify({ title, body, tag, lang, scope, url, badge }) {
  await self.registration.showNotification(title ?? "", {
    body,
    tag,
    lang,
    icon: ICON,
    data: { scope, url },
  });
  if (badge) await self.navigator.setAppBadge?.(badge);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(Promise.all([open(event.notification.data ?? {}), self.navigator.clearAppBadge?.()]));
});

async function open({ scope, url }) {
  const own = await (await caches.open(PLACES)).match(`/places/${scope}`);
  const target = new URL(own ? await own.text() : url || "/", location.origin);
  if (target.origin !== location.origin) return undefined;
  const clients = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = clients.find((client) => new URL(client.url).pathname === target.pathname);
  return shown ? shown.focus() : self.clients.openWindow(target.href);
}
