// Everything this device follows (docs/notifications.md): the browser asks by its own address at its push service.

const list = document.querySelector("[data-followed]");
const status = list.querySelector("[role=status]");
const rows = list.querySelector("ul");
const line = list.querySelector("template");
const actions = list.querySelector(".actions");

const say = (text) => {
  status.textContent = text;
  status.hidden = !text;
};

async function ask(about) {
  const subscription = await (await navigator.serviceWorker?.ready)?.pushManager?.getSubscription();
  if (!subscription) return [];
  const body = new URLSearchParams({ wanted: JSON.stringify({ ...about, endpoint: subscription.endpoint }) });
  const answer = await fetch(location.pathname, { method: "POST", body });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()).places;
}

// The address of a private page is on this device alone, where its notifications lead to.
async function addressOf({ scope, path }) {
  if (path) return new URL(`../${path}`, location).href;
  const place = await (await caches.open("places")).match(`/places/${scope}`);
  return place ? new URL(await place.text(), location).href : "";
}

async function show(places) {
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
act({ do: "list" });
