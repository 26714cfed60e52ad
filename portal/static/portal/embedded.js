// A frame in another site fetches itself anew once a minute, while somebody sees it, and shows what is new.

let before = document.querySelector("main").innerHTML;

async function look() {
  if (document.hidden) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  if (!fresh || fresh.innerHTML === before) return;
  before = fresh.innerHTML;
  document.querySelector("main").replaceChildren(...fresh.childNodes);
  document.dispatchEvent(new Event("page:arrived"));
}

setInterval(look, 60_000);
