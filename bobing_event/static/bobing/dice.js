// @ts-check
/** Dice as the templates draw them. The drawing has one source: the symbols `die-0` (no die yet) to `die-6` of dice.svg. */

const SPRITE = new URL("./dice.svg", import.meta.url).href;

/**
 * The markup of one die.
 * @param {number} face 1 to 6, or 0 for a place where no die was entered yet
 * @param {string} [label] words for screen readers; without them the die is decoration
 * @returns {string}
 */
export function dieSvg(face, label = "") {
  if (!Number.isInteger(face) || face < 0 || face > 6) throw new RangeError(`a die shows 1 to 6, or 0 for none yet, not ${face}`);
  const told = label ? `role="img" aria-label="${escaped(label)}"` : 'aria-hidden="true"';
  return `<svg class="die" data-face="${face}" ${told}><use href="${SPRITE}#die-${face}"></use></svg>`;
}

/**
 * The markup of several dice in a row.
 * @param {Iterable<number>} faces
 * @param {string} [label] words for the whole throw
 * @returns {string}
 */
export function diceSvg(faces, label = "") {
  const told = label ? ` role="img" aria-label="${escaped(label)}"` : "";
  return `<span class="dice"${told}>${Array.from(faces, (face) => dieSvg(face)).join("")}</span>`;
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
