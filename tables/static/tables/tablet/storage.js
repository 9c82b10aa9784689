// @ts-check
/** @import { Queued } from "./types.js" */

/**
 * Where the queue lies. `durable` is false where the browser keeps nothing (private windows, a full disk).
 *
 * @typedef {{
 *   durable: boolean,
 *   entries: () => Promise<Queued[]>,
 *   add: (item: Omit<Queued, "key">) => Promise<number>,
 *   put: (item: Queued) => Promise<void>,
 *   remove: (keys: number[]) => Promise<void>,
 *   keep: (name: string, value: any) => Promise<void>,
 *   kept: (name: string) => Promise<any>,
 * }} Storage
 */

const DATABASE = "bobing-tablet";

/**
 * The queue of one log in IndexedDB. `place` keeps the queues of different tables apart.
 * @param {any} openDB idb's, handed in so that tests need no browser
 * @param {string} place
 * @returns {Promise<Storage>}
 */
export async function openStorage(openDB, place) {
  const db = await openDB(DATABASE, 1, {
    /** @param {any} fresh */
    upgrade(fresh) {
      fresh.createObjectStore("outbox", { keyPath: "key", autoIncrement: true }).createIndex("place", "place");
      fresh.createObjectStore("kept");
    },
  });
  return {
    durable: true,
    entries: async () => (await db.getAllFromIndex("outbox", "place", place)).map(withoutPlace),
    add: (item) => db.add("outbox", { ...item, place }),
    put: async (item) => void (await db.put("outbox", { ...item, place })),
    remove: async (keys) => {
      const change = db.transaction("outbox", "readwrite");
      await Promise.all([...keys.map((key) => change.store.delete(key)), change.done]);
    },
    keep: async (name, value) => void (await db.put("kept", value, `${place} ${name}`)),
    kept: (name) => db.get("kept", `${place} ${name}`),
  };
}

/** The same without a disk: better than a page that cannot record. @returns {Storage} */
export function memoryStorage() {
  /** @type {Map<number, Queued>} */
  const items = new Map();
  const kept = new Map();
  let last = 0;
  return {
    durable: false,
    entries: async () => [...items.values()],
    add: async (item) => {
      items.set(++last, { ...item, key: last });
      return last;
    },
    put: async (item) => void items.set(item.key, item),
    remove: async (keys) => keys.forEach((key) => items.delete(key)),
    keep: async (name, value) => void kept.set(name, value),
    kept: async (name) => kept.get(name),
  };
}

/** @param {Queued & { place: string }} item @returns {Queued} */
function withoutPlace({ place: _, ...item }) {
  return item;
}
