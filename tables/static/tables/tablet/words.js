// @ts-check
/** @typedef {(key: string, values?: Record<string, string | number>) => string} Words */

/**
 * Looks words up in what the server translated, and fills `{name}` in. A missing word shows its key.
 * @param {Record<string, string>} table
 * @returns {Words}
 */
export function wordsFrom(table) {
  return (key, values = {}) =>
    (table[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** @param {Words} t @param {string | null | undefined} pattern */
export function patternWord(t, pattern) {
  return pattern ? t(`pattern.${pattern}`) : t("pattern.none");
}

/**
 * A throw in one word: its pattern and what it takes beside it.
 * @param {Words} t @param {import("./types.js").Outcome} outcome
 */
export function outcomeWord(t, { pattern, bonus }) {
  const name = patternWord(t, pattern);
  return bonus ? t("result.with_bonus", { pattern: name, bonus: t(`rank.${bonus}`) }) : name;
}

/** @param {Words} t @param {string[]} parts joined as the language lists things */
export function listed(t, parts) {
  return parts.join(t("list.comma"));
}
