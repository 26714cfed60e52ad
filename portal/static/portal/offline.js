// The page for no network: which pages are kept on this device, and how many taps wait to be sent.

import { WAITING, kept } from "./queue.js";
import { reachable } from "./reachable.js";

const RETRY = 3_000;

async function pages() {
  const found = [];
  const language = `/${location.pathname.split("/")[1]}/e/`;
  for (const name of await caches.keys()) {
    if (!name.startsWith("pages-")) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith(language)) continue;
      const html = await (await cache.match(request)).text();
      found.push({ pathname, title: new DOMParser().parseFromString(html, "text/html").title });
    }
  }
  return found.reverse();
}

const list = document.getElementById("kept-pages");
for (const { pathname, title } of await pages()) {
  const line = list.querySelector("ul").appendChild(document.createElement("li"));
  const link = line.appendChild(document.createElement("a"));
  link.className = "entry";
  link.href = pathname;
  link.textContent = title;
  list.hidden = false;
}

const taps = (await kept()).filter((tap) => tap.state === WAITING).length;
const said = document.getElementById("kept-taps");
said.textContent = said.dataset.words.replace("%n", String(taps));
said.hidden = !taps;

async function again() {
  if (!document.hidden && (await reachable())) location.reload();
}

setInterval(again, RETRY);
addEventListener("online", again);
