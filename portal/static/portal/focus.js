// Who works with the keyboard stays where he or she is. A form that is sent loads its page anew, and so does the
// worker when it is done: the focus would fall to the top of the page. It goes to the same part again, the nearest
// element with an id: to what can be pressed there next, or to the part itself while there is nothing.

const KEY = "focus-in";
const THERE = "button:not([disabled]), a[href], input:not([type=hidden]), select, textarea, summary";

const partOf = (element) => element?.closest?.("main [id]:not(#content)");
const lost = () => !document.activeElement || document.activeElement === document.body;

function restore(id) {
  const part = id && document.getElementById(id);
  if (!part || !lost()) return;
  const next = part.matches(THERE) ? part : part.querySelector(THERE);
  if (!next) part.tabIndex = -1;
  (next ?? part).focus({ preventScroll: true });
}

// Of this page, or of the one before it that the same part of the desk has led here from.
function remembered() {
  try {
    const [path = "", id] = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    sessionStorage.removeItem(KEY);
    const here = location.pathname;
    return path && (path.startsWith(here) || here.startsWith(path)) ? id : "";
  } catch {
    return ""; // storage is switched off
  }
}

addEventListener("pagehide", () => {
  const focused = document.activeElement;
  const part = partOf(focused?.closest?.("form")?.parentElement) ?? partOf(focused);
  if (!part || !focused.matches(":focus-visible")) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify([location.pathname, part.id]));
  } catch {
    // Without storage the page begins at its top.
  }
});

// A link to what is folded opens it.
function unfold() {
  const part = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = part && part.closest("details");
  if (!folded || folded.open) return;
  folded.open = true;
  folded.scrollIntoView({ block: "nearest" });
}

addEventListener("hashchange", unfold);
unfold();
restore(remembered());
