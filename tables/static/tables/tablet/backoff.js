// @ts-check
const FIRST = 1_000;
const LONGEST = 30_000;

/**
 * Milliseconds to wait before attempt `failures + 1`: doubling up to half a minute, and spread, so that a hundred
 * tablets do not come back in the same second.
 * @param {number} failures in a row, at least 1
 * @param {() => number} random 0 … 1
 */
export function delay(failures, random = Math.random) {
  const whole = Math.min(LONGEST, FIRST * 2 ** Math.min(failures - 1, 10));
  return Math.round(whole * (0.5 + random() / 2));
}
