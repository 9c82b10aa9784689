// @ts-check
/** The referee's page: puts the parts together and draws when something changed. */
import { openDB } from "../../vendor/idb/index.js";
import { heatAdapter } from "./adapter-heat.js";
import { tableAdapter } from "./adapter-table.js";
import { Api } from "./api.js";
import { Clock } from "./clock.js";
import { button, byId, loadDice, setText } from "./dom.js";
import { listenToKeys } from "./keys.js";
import { Model } from "./model.js";
import { Outbox } from "./outbox.js";
import { resultOf, saidWord } from "./result.js";
import { logSheet } from "./sheet-log.js";
import { actionSheet, moreSheet } from "./sheet-more.js";
import { Sheet } from "./sheet.js";
import { linkSheet, menuSheet, playersSheet, reopenSheet, rethrowSheet, secondLook, undoSheet } from "./sheets.js";
import { memoryStorage, openStorage } from "./storage.js";
import { needsReason, undo, undoable } from "./undo.js";
import { conflictView } from "./view-conflict.js";
import { endView } from "./view-end.js";
import { drawClock, headView, linkOf } from "./view-head.js";
import { openingView } from "./view-opening.js";
import { playView } from "./view-play.js";
import { sideView } from "./view-side.js";
import { keepAwake } from "./wake.js";
import { wordsFrom } from "./words.js";

const POLL = 5_000;

/** @param {string} id */
const read = (id) => JSON.parse(byId(id).textContent ?? "");

/** The cookie's, which a new sign-in changes; else the one the page came with. */
const csrf = () => /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? document.body.dataset.csrf ?? "";

async function main() {
  /** @type {import("./types.js").Config} */
  const config = read("tablet-config");
  const t = wordsFrom(read("tablet-words"));
  const storage = await openStorage(openDB, config.place).catch(memoryStorage);
  const api = new Api({ root: config.apiRoot, token: config.token, csrf });
  let timer = 0;
  const outbox = new Outbox({
    storage,
    send: (entries) => api.send(entries),
    wait: (ms, then) => {
      clearTimeout(timer);
      timer = setTimeout(then, ms);
    },
    onChange: () => model.changed(),
    onAnswer: (results, state) => model.answered(results, state),
  });
  const adapter = config.kind === "heat" ? heatAdapter(t) : tableAdapter(t);
  const model = new Model({ config, adapter, api, outbox, storage, clock: new Clock() });
  model.changed = drawSoon(views(model, t));
  await loadDice(String(document.body.dataset.dice)).catch(() => {});
  await model.start();
  setInterval(() => drawClock(model, t), 1_000);
  setInterval(() => void model.refresh(), POLL);
  window.addEventListener("online", () => void model.refresh());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void model.refresh());
  keepAwake();
}

/** @param {Model} model @param {import("./words.js").Words} t @returns {() => void} draws the whole page */
function views(model, t) {
  const sheet = new Sheet(t);
  const page = { model, t, sheet };
  const link = () => linkSheet(page, linkOf(model));
  const log = () => void logSheet(page);
  const on = {
    record: () => {
      if (!model.rare) return model.record();
      const { name, lines } = resultOf(model, t);
      secondLook(page, name, lines);
    },
    undo: () => takeBack(page),
    rethrow: () => rethrowSheet(page),
    more: () => moreSheet(page),
    log,
    choose: (/** @type {string} */ name) => {
      const action = model.adapter.actions.find((action) => action.kind === name);
      if (action) actionSheet(page, action, true);
      else if (name === "clear") model.clear();
      else model.adopt();
    },
  };
  button("link").addEventListener("click", link);
  button("menu").addEventListener("click", () => menuSheet(page, { log, link }));
  button("show-players").addEventListener("click", () => playersSheet(page));
  listenToKeys(model, on);
  const parts = [headView(model, t), playView(model, t, on), sideView(model, t), openingView(model, t), endView(model, t, on), conflictView(model, t)];
  return () => {
    showScene(model);
    for (const draw of parts) draw();
  };
}

/** Opening, play, end, or a conflict: one at a time. @param {Model} model */
function showScene(model) {
  const phase = model.state?.phase;
  const scene = model.outbox.conflict ? "conflict" : phase === "waiting" ? "opening" : phase === "ended" ? "end" : "play";
  document.body.dataset.scene = scene;
  for (const name of ["opening", "play", "end", "conflict"]) byId(name).hidden = name !== scene;
}

/** @param {import("./sheets.js").Page} page */
function takeBack(page) {
  const { model, t } = page;
  const what = undoable(model);
  if (!what) return model.canReopen ? reopenSheet(page) : undefined;
  const why = needsReason(model, what);
  const word = saidWord(model, t, what.said);
  const then = (/** @type {string} */ reason) => {
    undo(model, what, reason);
    setText(byId("live"), t("last.undoing", { what: word }));
  };
  if (why || model.draft.restored || model.state?.phase === "ended") undoSheet(page, word, why, then);
  else then("");
}

/** Several changes in a row are drawn once. @param {() => void} draw */
function drawSoon(draw) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      draw();
    });
  };
}

void main();
