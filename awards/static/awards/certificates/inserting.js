// @ts-check
/**
 * A text with a piece put in place of what is selected, and where the cursor stands then. A text that would grow
 * longer than `most` characters (-1: any) stays as it is.
 *
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @param {string} piece
 * @param {number} most
 * @returns {{text: string, cursor: number}}
 */
export function inserted(text, start, end, piece, most = -1) {
  const longer = text.slice(0, start) + piece + text.slice(end);
  if (most >= 0 && longer.length > most) return { text, cursor: end };
  return { text: longer, cursor: start + piece.length };
}
