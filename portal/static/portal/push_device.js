// This browser as its push service knows it.

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const same = (one, other) => one && new Uint8Array(one).join() === new Uint8Array(other).join();

// A browser that subscribed under an earlier key of this site gets nothing any more.
export async function subscribed(siteKey) {
  const registration = await navigator.serviceWorker.ready;
  const key = bytes(siteKey);
  const before = await registration.pushManager.getSubscription();
  if (before && same(before.options.applicationServerKey, key)) return before;
  await before?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}
