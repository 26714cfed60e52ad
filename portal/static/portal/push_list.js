// Everything this device follows (docs/guide/notifications.md): the browser asks by its own address at its push service.

import { subscribed } from "./push_device.js";

const list = document.querySelector("[data-followed]");
const status = list.querySelector("[role=status]");
const rows = list.querySelector("ul");
const line = list.querySelector("template");
const actions = list.querySelector(".actions");
const account = list.querySelector("[data-devices]");

const say = (text) => {
  status.textContent = text;
  status.hidden = !text;
};

async function ask(about) {
  const subscription = await (await navigator.serviceWorker?.ready)?.pushManager?.getSubscription();
  // Who has signed in sees the other devices from one that follows nothing, too.
  if (!subscription && !account) return { places: [] };
  const wanted = JSON.stringify({ ...about, endpoint: subscription?.endpoint ?? "" });
  const answer = await fetch(location.pathname, { method: "POST", body: new URLSearchParams({ wanted }) });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

// The address of a private page is on this device alone, where its notifications lead to.
async function addressOf({ scope, path }) {
  if (path) return new URL(`../${path}`, location).href;
  const place = await (await caches.open("places")).match(`/places/${scope}`);
  return place ? new URL(await place.text(), location).href : "";
}

function showDevices({ devices, joined }) {
  if (!account || !devices) return;
  const [entries, template] = [account.querySelector("ul"), account.querySelector("template")];
  entries.replaceChildren(
    ...devices.map(({ device, name, since, here }) => {
      const entry = template.content.cloneNode(true);
      entry.querySelector("span").textContent = [name, since, here && entries.dataset.here].filter(Boolean).join(" · ");
      entry.querySelector("button").addEventListener("click", () => act({ do: "remove", device }));
      return entry;
    }),
  );
  account.hidden = false;
  account.querySelector("[data-joining]").hidden = joined || !("PushManager" in window);
}

async function join() {
  try {
    if ((await Notification.requestPermission()) !== "granted") throw new Error("denied");
    const { endpoint, keys } = (await subscribed(list.dataset.key)).toJSON();
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    await show(await ask({ do: "join", endpoint, ...keys, zone }));
  } catch {
    say(list.dataset.failed);
  }
}

async function show({ places, ...more }) {
  showDevices(more);
  const entries = await Promise.all(
    places.map(async (place) => {
      const entry = line.content.cloneNode(true);
      const link = entry.querySelector("a");
      const address = await addressOf(place);
      link.textContent = place.name || list.dataset.gone;
      if (address && new URL(address).origin === location.origin) link.href = address;
      entry.querySelector("button").addEventListener("click", () => act({ do: "leave", scope: place.scope }));
      return entry;
    }),
  );
  rows.replaceChildren(...entries);
  rows.hidden = actions.hidden = places.length === 0;
  say(places.length ? "" : list.dataset.followed);
}

async function act(about) {
  try {
    await show(await ask(about));
  } catch {
    say(list.dataset.failed);
  }
}

actions.querySelector("[data-everything]").addEventListener("click", () => act({ do: "leave-everything" }));
account?.querySelector("[data-joining] button").addEventListener("click", join);
act({ do: "list" });
