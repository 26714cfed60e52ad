// A new card on top of the referee's tables is felt and heard: the phone vibrates where it can, and sounds once the
// referee has tapped the page, before which browsers are silent.

const LONG = [200, 100, 200];
const TONE = 880;
const SECONDS = 0.35;
const SOFT = 0.2;

let known = new Set(keys());
let sound = null;

function keys() {
  return [...document.querySelectorAll("#live-prompts [data-card]")].map((card) => card.dataset.card);
}

function ring() {
  navigator.vibrate?.(LONG);
  if (sound?.state !== "running") return;
  const tone = sound.createOscillator();
  const level = sound.createGain();
  level.gain.value = SOFT;
  tone.frequency.value = TONE;
  tone.connect(level).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + SECONDS);
}

document.addEventListener(
  "pointerdown",
  () => {
    sound ??= new AudioContext();
    sound.resume();
  },
  { once: true },
);

document.addEventListener("htmx:afterSettle", () => {
  const now = keys();
  if (now.some((key) => !known.has(key))) ring();
  known = new Set(now);
});

// Nobody's open question is taken away while it is answered.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "live-prompts") return;
  if (document.querySelector("#live-prompts details[open]")) event.detail.shouldSwap = false;
});
