// What the keyboard reaches on the page that is open. `keyboard.start()` looks at everything that can be used;
// from then on each press of Tab notes where the focus is before it leaves. `keyboard.finish()` says what is wrong.

globalThis.keyboard = (() => {
  const NATIVE = "a[href], area[href], button, input:not([type=hidden]), select, textarea, summary, iframe, [contenteditable]";
  const HOOKS = "[role=button], [role=link], [onclick], [data-sheet], [data-dismiss]";
  // One stop of the Tab key for the whole; arrow keys move on from there (drawing.js).
  const ARROWS = "[data-board-text]";
  // The stones of a chain are one thing: each does what the first one does, and the first one is a stop.
  const CHAINS = ".count-board";
  // What is tapped here is typed in a field: the text is what is sent (typing.js).
  const TYPED = { "[data-typing] svg": "#record-text" };
  // Day, month, year, hours, minutes, half of the day, calendar: stops of one field.
  const PARTS = 7;
  const inParts = (element) => /^(date|datetime-local|month|time|week)$/.test(element.type);

  const reached = new Set();
  const before = new Map();
  let things = [];
  let scope = document;
  let notes = [];
  let last = null;
  let stayed = 0;
  let out = false;
  let first = null;

  function called(element) {
    const words = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent;
    const short = (words.trim() || element.name || "").replaceAll(/\s+/g, " ").slice(0, 40);
    return `${element.localName}${element.id ? `#${element.id}` : ""}${element.className ? `.${[...element.classList].join(".")}` : ""} "${short}"`;
  }

  const seen = (element) =>
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && element.getClientRects().length > 0;
  const usable = (element) => seen(element) && !element.matches(":disabled") && !element.closest("[inert]");

  // A field that is only read out is shown by its label.
  function shown(element) {
    const { width, height } = element.getBoundingClientRect();
    const hidden = width <= 2 || height <= 2 || getComputedStyle(element).opacity === "0";
    return (hidden && element.labels?.[0]) || element;
  }

  function look(element) {
    const style = getComputedStyle(element);
    return [style.boxShadow, style.borderColor, style.borderWidth, style.outlineStyle, style.outlineWidth].join();
  }

  function indicated(element) {
    return [element, shown(element)].some((one) => {
      const style = getComputedStyle(one);
      const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0 && !/, 0\)$/.test(style.outlineColor);
      return outlined || (before.has(one) && before.get(one) !== look(one));
    });
  }

  // WCAG 2.4.11: what has the focus is in the window, and its middle is not under a bar.
  function inTheOpen(element) {
    const one = shown(element);
    const box = [...one.getClientRects()].find((rect) => rect.width > 0 && rect.height > 0);
    if (!box) return false;
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, document.documentElement.clientWidth)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, document.documentElement.clientHeight)];
    if (right <= left || bottom <= top) return false;
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return Boolean(hit) && (one.contains(hit) || [...(element.labels ?? [])].some((label) => label.contains(hit)));
  }

  function note() {
    const element = document.activeElement;
    if (out) return;
    if (!element || element === document.body || element === document.documentElement) {
      out = reached.size > 0 || !things.length;
      return;
    }
    if (element === first) {
      out = true;
      return;
    }
    first ??= element;
    stayed = element === last ? stayed + 1 : 1;
    if (stayed > (inParts(element) ? PARTS : 1)) notes.push(`the focus is trapped in ${called(element)}`);
    if (last && last.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING)
      notes.push(`${called(element)} comes after ${called(last)}, which follows it in the page`);
    last = element;
    reached.add(element);
    if (!indicated(element)) notes.push(`nothing shows that ${called(element)} has the focus`);
    if (!inTheOpen(element)) notes.push(`${called(element)} has the focus and is hidden`);
  }

  function onKey(event) {
    if (event.key === "Tab") note();
  }

  const grouped = (element) => {
    if (element.type === "radio")
      return things.filter((one) => one.type === "radio" && one.name === element.name && one.form === element.form);
    const group = element.tabIndex < 0 && element.closest(`${ARROWS}, ${CHAINS}`);
    return group ? [...group.querySelectorAll(element.localName)] : [];
  };
  const counts = (element) => reached.has(element) || grouped(element).some((one) => reached.has(one));

  // What shows a hand, or is told of clicks, and is no control itself: a control in it or around it does the same.
  function alsoByKeyboard(element) {
    for (const [place, field] of Object.entries(TYPED)) {
      if (element.closest(place) && counts(scope.querySelector(field))) return true;
    }
    const around = element.closest(NATIVE);
    const label = element.closest("label");
    const inside = [...element.querySelectorAll(NATIVE)];
    const off = inside.length > 0 && inside.every((one) => one.matches(":disabled"));
    return off || [around, label?.control, ...inside].some((one) => one && counts(one));
  }

  const handed = (element) =>
    getComputedStyle(element).cursor === "pointer" && getComputedStyle(element.parentElement).cursor !== "pointer";

  return {
    // How many stops to expect. `place`: an open dialog, when it is all that can be used.
    start(place = document) {
      scope = place;
      for (const details of scope.querySelectorAll("details")) {
        // A menu that hangs over the page stays closed: whoever leaves it open covers what is below.
        const hangs = [...details.children].some((one) => getComputedStyle(one).position === "absolute");
        if (hangs) continue;
        details.removeAttribute("name"); // of those of one name only one stands open
        details.open = true;
      }
      things = [...scope.querySelectorAll(`${NATIVE}, [tabindex]:not([tabindex="-1"])`)].filter(usable);
      for (const one of things) before.set(one, look(one)).set(shown(one), look(shown(one)));
      addEventListener("keydown", onKey, { capture: true });
      if (scope === document) {
        scrollTo(0, 0);
        document.body.tabIndex = -1;
        document.body.focus();
        document.body.removeAttribute("tabindex");
      }
      return things.map((one) => (inParts(one) ? PARTS : 1)).reduce((sum, stops) => sum + stops, 0);
    },
    out: () => out,
    finish() {
      removeEventListener("keydown", onKey, { capture: true });
      const clicked = [...scope.querySelectorAll("body *")].filter(
        (one) => (globalThis.listening?.has(one) || one.matches(HOOKS) || handed(one)) && usable(one),
      );
      return [
        ...notes,
        ...(out ? [] : ["the focus does not come out at the end"]),
        ...things.filter((one) => one.isConnected && !counts(one)).map((one) => `Tab does not reach ${called(one)}`),
        ...clicked.filter((one) => !things.includes(one) && !alsoByKeyboard(one)).map((one) => `only a click reaches ${called(one)}`),
      ];
    },
    // The stop of each group that arrow keys move in.
    rovers: () => [...scope.querySelectorAll(ARROWS)].map((group) => [...reached].find((one) => group.contains(one))),
  };
})();
