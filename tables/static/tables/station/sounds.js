// @ts-check
/** A short sound for each word, different in pitch and number, so that nobody has to look. */

const MUTED = "bobing.station.muted";
/** @type {Record<string, [number, number][]>} hertz and milliseconds */
const TUNES = {
  welcome: [[660, 90], [990, 140]],
  attention: [[440, 110], [0, 60], [440, 160]],
  unknown: [[196, 320]],
  choose: [[740, 60]],
}; // prettier-ignore
/** @type {Record<string, string>} */
const TUNE_OF = {
  welcome: "welcome", again: "attention", "stand-by": "attention", missing: "attention", full: "attention",
  known: "attention", refused: "attention", unknown: "unknown", choose: "choose",
}; // prettier-ignore

/** @type {AudioContext | null} */
let audio = null;

/** Browsers let a page sound only after a key or a touch. */
export function soundAfterGesture() {
  const start = () => {
    if (typeof AudioContext === "undefined") return;
    audio ??= new AudioContext();
    void audio.resume().catch(() => {});
  };
  document.addEventListener("pointerdown", start, { once: true });
  document.addEventListener("keydown", start, { once: true });
}

export function isMuted() {
  try {
    return localStorage.getItem(MUTED) === "1";
  } catch {
    return false;
  }
}

/** @param {boolean} muted */
export function mute(muted) {
  try {
    localStorage.setItem(MUTED, muted ? "1" : "0");
  } catch {
    // Not remembered then.
  }
}

/** @param {string} tone */
export function sound(tone) {
  const tune = TUNES[TUNE_OF[tone] ?? ""];
  if (!tune || !audio || audio.state !== "running" || isMuted()) return;
  let at = audio.currentTime;
  for (const [pitch, length] of tune) {
    if (pitch) note(audio, pitch, at, length / 1_000);
    at += length / 1_000;
  }
}

/** @param {AudioContext} on @param {number} pitch @param {number} at @param {number} length seconds */
function note(on, pitch, at, length) {
  const tone = on.createOscillator();
  const level = on.createGain();
  tone.type = pitch < 300 ? "square" : "triangle";
  tone.frequency.value = pitch;
  level.gain.setValueAtTime(0.0001, at);
  level.gain.exponentialRampToValueAtTime(0.25, at + 0.01);
  level.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(level).connect(on.destination);
  tone.start(at);
  tone.stop(at + length);
}
