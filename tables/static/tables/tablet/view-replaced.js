// @ts-check
/**
 * Another tablet has the table: this one delivers what it had queued, and then is done.
 *
 * @import { Model } from "./model.js"
 * @import { Words } from "./words.js"
 */
import { byId, setText } from "./dom.js";

/** @param {Model} model @param {Words} t */
export function replacedView(model, t) {
  /** How many there were when the table went over. */
  let first = 0;
  return () => {
    if (!model.isReplaced) return;
    const waiting = model.outbox.items.length;
    first = Math.max(first, waiting);
    const who = model.state?.device?.replaced_by ?? "";
    setText(byId("replaced-title"), t(waiting > 0 ? "replaced.title" : "replaced.done_title"));
    setText(byId("replaced-who"), who ? t("replaced.who", { who }) : t("replaced.somebody"));
    setText(byId("replaced-progress"), waiting > 0 ? t("replaced.waiting", { n: waiting, sent: first - waiting, all: first }) : t("replaced.done"));
    const bar = /** @type {HTMLProgressElement} */ (byId("replaced-bar"));
    bar.hidden = first === 0;
    bar.max = Math.max(first, 1);
    bar.value = first - waiting;
  };
}
