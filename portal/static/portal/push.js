// Notifications on this device: asked for after a press, never before (docs/guide/notifications.md).
//
// The form (data-push) names the site's key and what is followed; what the browser says of itself is sent to the
// page's own address.

import { put, textOf } from "./my_list.js";
import { subscribed } from "./push_device.js";

const form = document.querySelector("[data-push]");
const status = form.querySelector("[role=status]");
const controls = form.querySelector("[data-controls]");
const end = form.querySelector("[data-end]");
const quiet = form.elements.quiet;

const say = (name) => {
  status.textContent = form.dataset[name] ?? "";
  status.hidden = !status.textContent;
};

const minutes = (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

async function ask(about) {
  const body = new URLSearchParams({ wanted: JSON.stringify(about) });
  // The desk's page has a token against forgery, pages that everybody reads have none.
  const token = form.elements.csrfmiddlewaretoken;
  if (token) body.append(token.name, token.value);
  const answer = await fetch(location.pathname, { method: "POST", body });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()).topics;
}

function wanted(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  const about = {
    do: "follow",
    endpoint,
    ...keys,
    topics: [...form.querySelectorAll("[name=topic]:checked")].map((box) => box.value),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  if (!quiet.checked) return about;
  return { ...about, quiet_from: minutes(form.elements.from.value), quiet_until: minutes(form.elements.until.value) };
}

async function begin(event) {
  event.preventDefault();
  if ((await Notification.requestPermission()) !== "granted") {
    say("denied");
    return;
  }
  say("working");
  try {
    const subscription = await subscribed(form.dataset.push);
    const topics = await ask(wanted(subscription));
    // Before the page says so: it may be left at once.
    await remember();
    show(topics);
    // Whoever follows something finds it on the own list.
    if (form.dataset.listed) await put({ path: form.dataset.listed, name: textOf(document.querySelector(".within a")) });
    say("on");
  } catch {
    say("failed");
  }
}

async function stop() {
  try {
    const registration = await navigator.serviceWorker.ready;
    const subscription = await registration.pushManager.getSubscription();
    if (subscription) await ask({ do: "leave", endpoint: subscription.endpoint });
    await (await caches.open("places")).delete(`/places/${form.dataset.scope}`);
    show(null);
    say("off");
  } catch {
    say("failed");
  }
}

// A notification leads to this page's way back, which may be a private link: it is kept on the device alone.
async function remember() {
  await (await caches.open("places")).put(`/places/${form.dataset.scope}`, new Response(form.dataset.back));
}

function show(topics) {
  end.hidden = !topics;
  if (!topics) return;
  for (const box of form.querySelectorAll("[name=topic]")) box.checked = topics.includes(box.value);
}

async function look() {
  if (!("PushManager" in window) || !navigator.serviceWorker || !("Notification" in window)) {
    say("missing");
    return;
  }
  if (Notification.permission === "denied") {
    say("denied");
    return;
  }
  controls.hidden = false;
  say("");
  const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  if (!subscription) return;
  const topics = await ask({ do: "ask", endpoint: subscription.endpoint });
  show(topics);
  if (topics) say("on");
}

form.addEventListener("submit", begin);
end.addEventListener("click", stop);
look();
