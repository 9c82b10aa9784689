// @ts-check
/**
 * The queue between the referee's thumb and the server. An entry is on disk before it is on its way, goes in order,
 * and leaves the queue only when the server says it has it; a repeated one is answered with what it did.
 *
 * @import { Answer, Entry, Note, Queued, Result, State } from "./types.js"
 * @import { Storage } from "./storage.js"
 */
import { delay } from "./backoff.js";

const BATCH = 50;

/**
 * @typedef {"idle" | "sending" | "unreachable" | import("./types.js").Door} Link
 * @typedef {{
 *   storage: Storage,
 *   send: (entries: Entry[]) => Promise<Answer>,
 *   wait: (ms: number, then: () => void) => void,
 *   random?: () => number,
 *   onChange?: () => void,
 *   onAnswer?: (results: Result[], state: State) => void,
 * }} Options `wait` replaces a wait that is still on
 */

export class Outbox {
  /** @param {Options} options */
  constructor({ storage, send, wait, random = Math.random, onChange = () => {}, onAnswer = () => {} }) {
    this.storage = storage;
    this.send = send;
    this.wait = wait;
    this.random = random;
    this.onChange = onChange;
    this.onAnswer = onAnswer;
    /** @type {Queued[]} */
    this.items = [];
    /** @type {Link} */
    this.link = "idle";
    this.detail = "";
    this.durable = storage.durable;
    this.failures = 0;
    this.batch = BATCH;
    /** Entries that are being written to the disk, or taken off it: nothing behind them is sent before. @type {Set<Queued>} */
    this.saving = new Set();
    this.unsaved = -1;
    /** The numbers of entries that were answered, by UUID. @type {Map<string, number>} */
    this.numbers = new Map();
    /** Recorded, and on the disk until the undo that needs their number is there with it. @type {Queued[]} */
    this.held = [];
  }

  /** What an earlier page left behind. Whether it reached the server is not known. */
  async load() {
    this.items = (await this.storage.entries()).map((item) => ({ ...item, doubt: true }));
    this.onChange();
  }

  /** The refused entry that everything behind it waits for. @returns {Queued | null} */
  get conflict() {
    return this.items.find((item) => item.refused !== null) ?? null;
  }

  /** Whether the server may hold an entry whose answer never came. */
  get inDoubt() {
    return this.items.some((item) => item.doubt);
  }

  /** @param {Entry} entry @param {Note} note */
  async add(entry, note) {
    const fresh = { entry, note, doubt: false, refused: null };
    const item = { ...fresh, key: this.unsaved-- };
    this.number(item);
    fresh.entry = item.entry;
    this.items.push(item);
    this.saving.add(item);
    this.onChange();
    try {
      item.key = await this.storage.add(fresh);
    } catch {
      this.durable = false; // a full disk must not stop the evening: it is kept in memory, and the page says so
    }
    await this.caughtUp(item, fresh.entry);
    if (!this.items.includes(item)) await this.forget([item]); // taken out while it was being written
    this.saving.delete(item);
    return this.flush();
  }

  /** The number of what it undoes may have come while an undo was being written. @param {Queued} item @param {Entry} written */
  async caughtUp(item, written) {
    if (item.entry !== written) await this.change(item, {});
    const held = this.held.filter((target) => target.entry.client_uuid === item.note.undoes?.uuid);
    this.held = this.held.filter((target) => !held.includes(target));
    if (held.length > 0) await this.forget(held);
  }

  /** Sends what waits, unless it is on its way or a refusal stands in front. */
  async flush() {
    const batch = this.sendable();
    if (this.link === "sending" || this.conflict || batch.length === 0) return;
    this.link = "sending";
    for (const item of batch) item.doubt = true;
    this.onChange();
    await this.settle(batch, await this.send(batch.map((item) => item.entry)));
    this.onChange();
  }

  /** What may go now: what is on the disk, up to an undo that waits for the number of what it undoes. */
  sendable() {
    if ([...this.saving].some((item) => !this.items.includes(item))) return [];
    const stop = this.items.findIndex((item) => this.saving.has(item) || waitsForNumber(item));
    return this.items.slice(0, stop < 0 ? this.batch : Math.min(stop, this.batch));
  }

  /** @param {Queued[]} batch @param {Answer} answer */
  async settle(batch, answer) {
    if (answer.status === "answered") return this.answered(batch, answer);
    if (answer.status === "refused") return this.refusedWhole(batch, answer);
    if (answer.status === "unreachable") return this.again();
    this.link = answer.status;
    this.detail = answer.detail;
  }

  /** @param {Queued[]} batch @param {{ results: Result[], state: State }} answer */
  async answered(batch, { results, state }) {
    const said = new Map(results.map((result) => [result.client_uuid, result]));
    const done = batch.filter((item) => isDone(said.get(item.entry.client_uuid)));
    for (const { client_uuid, seq } of results) if (seq !== undefined) this.numbers.set(client_uuid, seq);
    for (const item of this.items) if (this.number(item)) await this.change(item, {});
    for (const item of batch) await this.note(item, said.get(item.entry.client_uuid));
    this.items = this.items.filter((item) => !done.includes(item));
    this.link = "idle";
    this.batch = BATCH;
    this.onAnswer(results, state);
    const needed = new Set([...this.saving].map((item) => item.note.undoes?.uuid));
    this.held.push(...done.filter((item) => needed.has(item.entry.client_uuid)));
    await this.forget(done.filter((item) => !needed.has(item.entry.client_uuid)));
    if (done.length === 0 && !this.conflict) return this.again();
    this.failures = 0;
    return this.flush();
  }

  /** Tells an undo that waits the number of what it undoes; whether it did. @param {Queued} item */
  number(item) {
    const seq = this.numbers.get(item.note.undoes?.uuid ?? "");
    if (seq === undefined || !waitsForNumber(item)) return false;
    item.entry = { ...item.entry, supersedes: seq };
    return true;
  }

  /** @param {Queued} item @param {Result | undefined} result */
  async note(item, result) {
    if (result?.status === "not_tried") item.doubt = false;
    if (result?.status !== "refused") return;
    const { code = "", detail = "", expected } = result;
    await this.change(item, { refused: { code, detail, expected }, doubt: false });
  }

  /** @param {Queued[]} batch @param {{ code: string, detail: string }} refusal */
  async refusedWhole(batch, { code, detail }) {
    this.link = "idle";
    if (batch.length === 1) return this.change(batch[0], { refused: { code, detail }, doubt: false });
    this.batch = 1;
    return this.flush();
  }

  /** @param {Queued} item @param {Partial<Queued>} change */
  async change(item, change) {
    Object.assign(item, change);
    if (item.key > 0) await this.storage.put(item).catch(() => {});
  }

  again() {
    this.link = "unreachable";
    this.failures += 1;
    this.wait(delay(this.failures, this.random), () => void this.flush());
  }

  /** Takes an entry out that the server does not have, for good, and an undo of it. @param {Queued} item */
  async discard(item) {
    const out = this.items.filter((other) => other === item || other.note.undoes?.uuid === item.entry.client_uuid);
    this.items = this.items.filter((other) => !out.includes(other));
    const written = out.filter((other) => !this.saving.has(other)); // the others are taken off when they are written
    for (const other of written) this.saving.add(other);
    await this.forget(written);
    for (const other of written) this.saving.delete(other);
    this.onChange();
    return this.flush();
  }

  /** Takes a refused entry out and all that waits behind it. */
  async discardAll() {
    const all = this.items;
    this.items = [];
    this.link = "idle"; // a door that shut on them is the next question's to find
    await this.forget(all);
    this.onChange();
  }

  /** Tries a refused entry again, as it is or changed (which makes it another entry). @param {Queued} item @param {Entry} entry */
  async retry(item, entry = item.entry, note = item.note) {
    await this.change(item, { entry, note, refused: null });
    return this.flush();
  }

  /** @param {Queued[]} items */
  async forget(items) {
    const keys = items.map((item) => item.key).filter((key) => key > 0);
    await this.storage.remove(keys).catch(() => {}); // sent again after a reload, and answered `repeated`
  }
}

/** @param {Queued} item */
function waitsForNumber({ entry, note }) {
  return note.undoes?.uuid !== undefined && entry.supersedes === undefined;
}

/** @param {Result | undefined} result */
function isDone(result) {
  return result?.status === "recorded" || result?.status === "repeated";
}
