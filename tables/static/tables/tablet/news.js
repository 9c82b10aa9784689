// @ts-check
/**
 * What the hall did meanwhile, said once: extra time, a help call answered, another tablet, a signature made void.
 *
 * @import { State } from "./types.js"
 * @import { Words } from "./words.js"
 */
import { byId, press, setText } from "./dom.js";

const SHOWN_FOR = 12_000;

/**
 * @param {Words} t @param {State} before @param {State} after
 * @returns {string[]} sentences
 */
export function newsOf(t, before, after) {
  const news = [];
  const extra = (after.clock?.extra_minutes ?? 0) - (before.clock?.extra_minutes ?? 0);
  if (extra > 0 && before.clock?.opened_at) news.push(t("news.extra", { n: extra }));
  if (extra < 0 && before.clock?.opened_at) news.push(t("news.less", { n: -extra }));
  if (before.help && !after.help) news.push(t("news.help_answered"));
  if (before.device?.current && after.device?.current === false) news.push(t("news.replaced", { who: after.device.replaced_by ?? "" }));
  if (before.sign_off?.valid && after.sign_off?.valid === false) news.push(t("news.sign_off_void"));
  if ((after.objections ?? 0) > (before.objections ?? 0)) news.push(t("news.objection", { n: after.objections }));
  return news;
}

/** A note over the page that goes by itself; it moves nothing. */
export class Note {
  /** @param {Words} t */
  constructor(t) {
    this.box = byId("note");
    this.timer = 0;
    this.box.append(press("btn note__close", () => this.hide(), t("sheet.close")));
  }

  /** @param {string} text */
  say(text) {
    setText(byId("note-text"), text);
    this.box.hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), SHOWN_FOR);
  }

  hide() {
    this.box.hidden = true;
    setText(byId("note-text"), "");
  }
}
