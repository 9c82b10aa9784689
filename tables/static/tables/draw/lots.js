// @ts-check
/** Lots from a seed, as tables/lots.py draws them: numbers out of SHA-256, Fisher–Yates, no modulo bias. */

const WORDS = 4; // 64-bit numbers in a block
const ROUND = 2n ** 64n;

/** @param {Uint8Array<ArrayBuffer>} bytes */
export async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** @param {Uint8Array[]} parts @returns {Uint8Array<ArrayBuffer>} */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The lots of one draw. `ahead` numbers are made beforehand, since hashing waits and drawing does not. */
export class Lots {
  /** @param {bigint[]} numbers */
  constructor(numbers) {
    this.numbers = numbers;
    this.used = 0;
  }

  /** @param {Uint8Array} seed @param {number} ahead */
  static async from(seed, ahead) {
    const blocks = Array.from({ length: Math.ceil(ahead / WORDS) }, (_, block) => {
      const number = new Uint8Array(8);
      new DataView(number.buffer).setBigUint64(0, BigInt(block));
      return sha256(joined(seed, number));
    });
    const numbers = [];
    for (const digest of await Promise.all(blocks)) {
      const view = new DataView(digest.buffer);
      for (let word = 0; word < WORDS; word += 1) numbers.push(view.getBigUint64(8 * word));
    }
    return new Lots(numbers);
  }

  /** @param {number} limit */
  below(limit) {
    const fair = (ROUND / BigInt(limit)) * BigInt(limit);
    for (;;) {
      if (this.used >= this.numbers.length) throw new RangeError("more lots than were made");
      const number = this.numbers[this.used];
      this.used += 1;
      if (number < fair) return Number(number % BigInt(limit));
    }
  }

  /** @template T @param {Iterable<T>} items */
  drawn(items) {
    const order = [...items];
    for (let last = order.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  }
}
