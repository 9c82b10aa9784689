// @ts-check
/** @import { Face } from "./clock.js" */

/** How often each warning is beeped. */
const BEEPS = { low: 1, last: 2, over: 3 };
const LEVELS = ["", "low", "last", "over"];
const MUTED = "bobing-muted";

/**
 * Says once when five minutes, one minute and no time are left. What had passed when the page was opened stays silent;
 * after extra time the warnings come again.
 */
export class Alarm {
  /** @param {(level: "low" | "last" | "over") => void} ring */
  constructor(ring) {
    this.ring = ring;
    /** @type {number | null} */
    this.reached = null;
  }

  /** @param {Face | null} face */
  tick(face) {
    const now = LEVELS.indexOf(face?.level ?? "");
    const before = this.reached;
    this.reached = face ? now : null;
    if (face?.level && before !== null && now > before) this.ring(face.level);
  }
}

/** Beeps once the page was touched: browsers are silent before. The choice to be silent is remembered. */
export class Bell {
  constructor(storage = safeStorage()) {
    this.storage = storage;
    this.muted = storage?.getItem(MUTED) === "1";
    /** @type {AudioContext | null} */
    this.context = null;
  }

  /** @param {EventTarget} page */
  listen(page) {
    const wake = () => {
      this.context ??= "AudioContext" in globalThis ? new AudioContext() : null;
      void this.context?.resume().catch(() => {});
    };
    page.addEventListener("pointerdown", wake, { once: true });
    page.addEventListener("keydown", wake, { once: true });
  }

  /** @param {boolean} muted */
  mute(muted) {
    this.muted = muted;
    this.storage?.setItem(MUTED, muted ? "1" : "0");
  }

  /** @param {"low" | "last" | "over"} level */
  ring(level) {
    const { context } = this;
    if (!context || this.muted) return;
    for (let beep = 0; beep < BEEPS[level]; beep += 1) tone(context, context.currentTime + beep * 0.45);
  }
}

/** @param {AudioContext} context @param {number} at seconds */
function tone(context, at) {
  const volume = new GainNode(context, { gain: 0.0001 });
  const source = new OscillatorNode(context, { type: "triangle", frequency: 880 });
  volume.gain.exponentialRampToValueAtTime(0.5, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.35);
  source.connect(volume).connect(context.destination);
  source.start(at);
  source.stop(at + 0.36);
}

/** Private windows may have none. */
function safeStorage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
