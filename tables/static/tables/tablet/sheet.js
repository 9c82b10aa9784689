// @ts-check
import { byId, el, press } from "./dom.js";

/** @typedef {import("./words.js").Words} Words */

/** The one dialog of the page: it holds the focus, Escape closes it, and a new content takes the place of the old. */
export class Sheet {
  /** @param {Words} t */
  constructor(t) {
    this.t = t;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("sheet"));
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.close(); // beside the sheet
    });
    this.dialog.addEventListener("close", () => {
      if (!this.dialog.open) this.dialog.replaceChildren(); // the event comes late: the next sheet may be open
    });
  }

  get isOpen() {
    return this.dialog.open;
  }

  /**
   * @param {string} title
   * @param {(Node | null)[]} content
   * @param {{ back?: () => void }} [options] `back`: the sheet before this one
   */
  show(title, content, { back } = {}) {
    const heading = el("h2", { id: "sheet-title", tabindex: "-1" }, title);
    const leave = back ? press("btn sheet__close", back, this.t("sheet.back")) : this.closer("sheet.close");
    this.dialog.replaceChildren(
      el("div", { class: "sheet__head" }, heading, leave),
      ...content.filter((node) => node !== null),
    );
    if (!this.dialog.open) this.dialog.showModal();
    heading.focus();
    this.dialog.scrollTop = 0;
  }

  /** @param {string} word */
  closer(word) {
    return press("btn sheet__close", () => this.close(), this.t(word));
  }

  close() {
    if (this.dialog.open) this.dialog.close();
  }
}
