// @ts-check
/** Who is found on the list of those who take part, and how many take part. No page in here. */

/**
 * Whether somebody is found: every word of the search is part of what they are found by.
 * @param {string} findBy name, initials and seat
 * @param {string} text
 */
export function isFound(findBy, text) {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const within = findBy.toLowerCase();
  return words.every((word) => within.includes(word));
}

/**
 * How many take part when so many are ticked.
 * @param {string} mode `only` those ticked; anything else: everybody but those
 * @param {number} all
 * @param {number} ticked
 */
export function takingPart(mode, all, ticked) {
  return mode === "only" ? ticked : all - ticked;
}
