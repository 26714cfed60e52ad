// How long it is until a round starts. The place for it is there before the first paint.

const far = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });

function left(at) {
  const minutes = Math.round((at - Date.now()) / 60_000);
  return minutes < 0 ? "" : minutes >= 2_880 ? far.format(Math.round(minutes / 1_440), "day") : minutes >= 120 ? far.format(Math.round(minutes / 60), "hour") : far.format(minutes, "minute");
}

function tell() {
  for (const place of document.querySelectorAll("[data-starts]")) {
    place.textContent = left(new Date(place.dataset.starts));
  }
}

tell();
setInterval(tell, 60_000);
document.addEventListener("page:arrived", tell);
