// @ts-check
/** The referee's page: puts the parts together and draws when something changed. */
import { openDB } from "../../vendor/idb/index.js";
import { heatAdapter } from "./adapter-heat.js";
import { tableAdapter } from "./adapter-table.js";
import { Alarm, Bell } from "./alarm.js";
import { Api } from "./api.js";
import { Clock } from "./clock.js";
import { button, byId, loadDice, setText } from "./dom.js";
import { Heartbeat } from "./heartbeat.js";
import { listenToKeys } from "./keys.js";
import { Model } from "./model.js";
import { newsOf, Note } from "./news.js";
import { Outbox } from "./outbox.js";
import { resultOf, saidWord } from "./result.js";
import { correctSheet } from "./sheet-correct.js";
import { helpSheet } from "./sheet-help.js";
import { logSheet } from "./sheet-log.js";
import { actionSheet, moreSheet } from "./sheet-more.js";
import { Sheet } from "./sheet.js";
import { linkSheet, menuSheet, playersSheet, reopenSheet, rethrowSheet, secondLook, undoSheet } from "./sheets.js";
import { memoryStorage, openStorage } from "./storage.js";
import { layBack, needsReason, undo, undoable } from "./undo.js";
import { conflictView } from "./view-conflict.js";
import { endView } from "./view-end.js";
import { clockFace, drawClock, headView, linkOf } from "./view-head.js";
import { openingView } from "./view-opening.js";
import { playView } from "./view-play.js";
import { quickView } from "./view-quick.js";
import { replacedView } from "./view-replaced.js";
import { sideView } from "./view-side.js";
import { signView } from "./view-sign.js";
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
  const outbox = new Outbox({
    storage,
    send: (entries) => api.send(entries),
    wait: oneWait(),
    onChange: () => model.changed(),
    onAnswer: (results, state) => model.answered(results, state),
  });
  const adapter = config.kind === "heat" ? heatAdapter(t) : tableAdapter(t, config.goods);
  const model = new Model({ config, adapter, api, outbox, storage, clock: new Clock() });
  const pulse = new Heartbeat({ send: (body) => model.beat(body), unsent: () => outbox.items.length, wait: (ms, then) => void setTimeout(then, ms) });
  const bell = new Bell();
  bell.listen(document);
  const draw = views(model, t, bell);
  model.changed = drawSoon(() => {
    draw();
    pulse.changed();
  });
  const note = new Note(t);
  model.heard = (before, after) => newsOf(t, before, after).forEach((news) => note.say(news));
  await loadDice(String(document.body.dataset.dice)).catch(() => {});
  await model.start();
  if (config.kind === "table") void pulse.start();
  const alarm = new Alarm((level) => {
    bell.ring(level);
    note.say(t(`warn.${level}`));
    model.changed();
  });
  setInterval(() => {
    drawClock(model, t);
    alarm.tick(clockFace(model));
  }, 1_000);
  setInterval(() => void model.refresh(), POLL);
  window.addEventListener("online", () => void model.refresh());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void model.refresh());
  keepAwake();
  if (config.worker) void navigator.serviceWorker?.register(config.worker).catch(() => {}); // a secure page only
}

/** A wait that replaces the one before it. @returns {(ms: number, then: () => void) => void} */
function oneWait() {
  let timer = 0;
  return (ms, then) => {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  };
}

/** @param {Model} model @param {import("./words.js").Words} t @param {Bell} bell @returns {() => void} draws the whole page */
function views(model, t, bell) {
  const sheet = new Sheet(t);
  const page = { model, t, sheet };
  const link = () => linkSheet(page, linkOf(model));
  const log = () => void logSheet(page);
  const help = () => helpSheet(page);
  const on = {
    record: () => {
      if (!model.rare) return model.record();
      const { name, lines } = resultOf(model, t);
      secondLook(page, name, lines);
    },
    undo: () => takeBack(page),
    approve: (/** @type {import("./types.js").Queued} */ { entry, note }) => {
      void model.outbox.discardAll();
      const what = saidWord(model, t, { kind: note.undoes?.kind ?? entry.kind, id: note.undoes?.id ?? note.id, dice: null });
      void correctSheet(page, { seq: entry.supersedes ?? 0, what }, { kind: entry.kind });
    },
    rethrow: () => rethrowSheet(page),
    more: () => moreSheet(page),
    log,
    choose: (/** @type {string} */ name) => {
      const action = model.adapter.actions.find((action) => action.kind === name);
      if (action) actionSheet(page, action, true);
      else if (name === "clear") model.clear();
      else if (name === "patterns") model.go(null);
      else model.adopt();
    },
  };
  button("link").addEventListener("click", link);
  button("menu").addEventListener("click", () => menuSheet(page, { log, link, help, bell }));
  button("help").addEventListener("click", help);
  button("show-players").addEventListener("click", () => playersSheet(page));
  listenToKeys(model, on);
  const parts = [
    headView(model, t), playView(model, t, on), quickView(model, t), sideView(model, t), openingView(model, t),
    endView(model, t, on), signView(model, t), conflictView(model, t, on), replacedView(model, t),
  ]; // prettier-ignore
  return () => {
    showScene(model);
    for (const draw of parts) draw();
  };
}

/** One at a time. @param {Model} model */
function sceneOf({ outbox, isReplaced, state }) {
  if (outbox.conflict) return "conflict";
  if (isReplaced) return "replaced";
  return state?.phase === "waiting" ? "opening" : state?.phase === "ended" ? "end" : "play";
}

/** @param {Model} model */
function showScene(model) {
  const scene = sceneOf(model);
  document.body.dataset.scene = scene;
  document.body.dataset.hands = model.hands ? "known" : "";
  for (const name of ["opening", "play", "end", "conflict", "replaced"]) byId(name).hidden = name !== scene;
}

/** @param {import("./sheets.js").Page} page */
function takeBack(page) {
  const { model, t } = page;
  const what = undoable(model);
  if (!what) return model.canReopen ? reopenSheet(page) : undefined;
  const why = needsReason(model, what);
  const word = saidWord(model, t, what.said);
  const ended = model.state?.phase === "ended";
  if ((why || ended) && "seq" in what && model.config.kind === "table") {
    return void correctSheet(page, { seq: what.seq, what: word }, { kind: "void" }, { done: () => layBack(model, what.said) });
  }
  const then = (/** @type {string} */ reason) => {
    undo(model, what, reason);
    setText(byId("live"), t("last.undoing", { what: word }));
  };
  const asks = model.draft.restored || ended || Boolean(model.state?.objections);
  if (why || asks) undoSheet(page, word, why, then);
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
