// @ts-check
/**
 * The bowl: six places, six faces, what it is, and the button that records it.
 *
 * @import { Model } from "./model.js"
 * @import { Words } from "./words.js"
 */
import { button, buttons, byId, die, el, press, setText } from "./dom.js";
import { isReady } from "./draft.js";
import { lastLine, recordWord, resultOf } from "./result.js";
import { undoable } from "./undo.js";

/**
 * @param {Model} model @param {Words} t
 * @param {{ record: () => void, undo: () => void, rethrow: () => void, more: () => void, choose: (name: string) => void }} on
 */
export function playView(model, t, on) {
  const slots = buttons("[data-slot]");
  const faces = buttons("[data-face-button]");
  const acts = buttons("[data-act]");
  const record = button("record");
  slots.forEach((slot, place) => slot.addEventListener("click", () => model.take(place)));
  faces.forEach((face, index) => {
    face.prepend(die(index + 1));
    face.addEventListener("click", () => model.tap(index + 1));
  });
  for (const act of acts) act.addEventListener("click", () => pressAct(String(act.dataset.act)));
  record.addEventListener("click", on.record);
  button("undo").addEventListener("click", on.undo);

  /** @param {string} act */
  function pressAct(act) {
    if (act === "more") on.more();
    else if (act === "rethrow" && model.draft.kind !== "rethrow") on.rethrow();
    else model.choose(/** @type {"overflow" | "pass" | "rethrow"} */ (act), model.draft.kind === act ? model.draft.reason : "");
  }

  function draw() {
    const { draft } = model;
    const playing = model.turns.turn !== null && model.canEnter;
    const ready = isReady(draft) && playing && !model.strayed;
    slots.forEach((slot, place) => drawSlot(slot, draft.dice[place], place, draft.kind === "throw"));
    const full = draft.dice.every((face) => face !== null);
    for (const face of faces) face.setAttribute("aria-disabled", String(full || !playing));
    for (const act of acts) {
      if (act.dataset.act !== "more") act.setAttribute("aria-pressed", String(draft.kind === act.dataset.act));
    }
    drawResult();
    record.setAttribute("aria-disabled", String(!ready));
    record.classList.toggle("is-ready", ready);
    setText(byId("record-word"), recordWord(model, t));
    setText(byId("last"), lastLine(model, t));
    setText(byId("undo-word"), t(undoable(model) && model.state?.objections ? "undo.contested" : "undo.word"));
    button("undo").disabled = undoable(model) === null && !model.canReopen;
  }

  /** @param {HTMLButtonElement} slot @param {number | null} face @param {number} place @param {boolean} used */
  function drawSlot(slot, face, place, used) {
    const shown = String(face ?? 0);
    slot.classList.toggle("is-unused", !used);
    slot.setAttribute("aria-label", t(face === null ? "slot.empty" : "slot.filled", { n: place + 1, face: shown }));
    slot.setAttribute("aria-disabled", String(face === null));
    if (slot.dataset.slot !== shown) slot.replaceChildren(die(face ?? 0));
    slot.dataset.slot = shown;
  }

  function drawResult() {
    const told = resultOf(model, t);
    const spoken = JSON.stringify(told);
    const box = byId("result");
    if (box.dataset.told === spoken) return;
    box.dataset.told = spoken;
    box.dataset.tone = told.tone;
    setText(byId("result-name"), told.name);
    byId("result-lines").replaceChildren(...told.lines.map((line) => el("p", {}, line)));
    byId("result-choices").replaceChildren(
      ...told.choices.map((name) => press("btn", () => on.choose(name), t(`choice.${name}`))),
    );
    if (told.tone !== "quiet") setText(byId("live"), [told.name, ...told.lines].join(" "));
  }

  return draw;
}
