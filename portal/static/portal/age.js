// How old what one sees is: "5 minutes ago" in the page's language, put in place of %s.

export function aged(words, at) {
  const minutes = Math.round((Date.now() - at) / 60_000);
  const far = minutes >= 2_880 ? [Math.round(minutes / 1_440), "day"] : minutes >= 120 ? [Math.round(minutes / 60), "hour"] : [minutes, "minute"];
  const age = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  return words.replace("%s", age.format(-far[0], far[1]));
}

// When the service worker has shown a page from its store: the time at which that was current. Else 0.
export const keptAt = Number(document.documentElement.dataset.keptAt ?? 0);
