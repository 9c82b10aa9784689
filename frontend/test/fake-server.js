// @ts-check
/** A server that keeps a log, and a line to it that breaks where the test says. */

/** @typedef {"ok" | "cut before" | "cut after" | "half"} Weather */

export class FakeServer {
  constructor() {
    /** @type {any[]} */
    this.log = [];
    /** @type {(entry: any) => any} a refusal, or null */
    this.judge = () => null;
    /** @type {Weather[]} what happens to the next attempts; "ok" after that */
    this.weather = [];
    this.attempts = 0;
  }

  /** @param {any[]} entries @returns {Promise<any>} */
  send = async (entries) => {
    this.attempts += 1;
    const weather = this.weather.shift() ?? "ok";
    await null;
    if (weather === "cut before") return { status: "unreachable" };
    const results = this.record(entries);
    if (weather === "cut after") return { status: "unreachable" };
    return { status: "answered", results, state: { phase: "playing", round: 1, seq: this.log.length } };
  };

  /** @param {any[]} entries */
  record(entries) {
    let stopped = false;
    return entries.map((entry) => {
      if (stopped) return { client_uuid: entry.client_uuid, status: "not_tried" };
      const seq = this.log.findIndex((known) => known.client_uuid === entry.client_uuid) + 1;
      if (seq > 0) return { client_uuid: entry.client_uuid, status: "repeated", seq };
      const refusal = this.judge(entry);
      if (refusal) {
        stopped = true;
        return { client_uuid: entry.client_uuid, status: "refused", ...refusal };
      }
      this.log.push(structuredClone(entry));
      return { client_uuid: entry.client_uuid, status: "recorded", seq: this.log.length };
    });
  }

  get uuids() {
    return this.log.map((entry) => entry.client_uuid);
  }
}

/** Waits that a test lets go by itself. */
export class Waits {
  constructor() {
    /** @type {(() => void) | null} */
    this.then = null;
    /** @type {number[]} */
    this.asked = [];
  }

  /** @param {number} ms @param {() => void} then */
  wait = (ms, then) => {
    this.asked.push(ms);
    this.then = then;
  };

  async pass() {
    const { then } = this;
    this.then = null;
    then?.();
    await settled();
  }
}

/** Lets everything that is under way come to rest. */
export async function settled() {
  for (let i = 0; i < 60; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A small generator of numbers 0 … 1 that gives the same ones for the same seed. @param {number} seed */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** @param {string | number} name @param {Record<string, any>} [fields] @returns {any} */
export function entry(name, fields = {}) {
  return { client_uuid: `uuid-${name}`, kind: "throw", thrown_at: "2026-09-25T12:00:00.000Z", seat: 1, dice: [1, 2, 3, 5, 6, 6], ...fields };
}
