// @ts-check
/**
 * Typing paper sheets at the desk by keyboard alone. Lines and their UUIDs are kept in the browser until they are
 * recorded, so that neither a second press nor a page loaded again records anything twice.
 *
 * @import { Hand, State } from "../tablet/types.js"
 * @import { Line, Reading } from "./lines.js"
 */
import { Api } from "../tablet/api.js";
import { button, byId, el, setText } from "../tablet/dom.js";
import { uuid } from "../tablet/uuid.js";
import { outcomeWord, wordsFrom } from "../tablet/words.js";
import { afterAnswer, asSent, entriesOf, readLine, seatsOf } from "./lines.js";

const config = JSON.parse(byId("sheet-config").textContent ?? "{}");
const t = wordsFrom(JSON.parse(byId("sheet-words").textContent ?? "{}"));
const csrf = () => /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? document.body.dataset.csrf ?? "";
const api = new Api({ root: config.root, token: "", csrf });
const rows = byId("lines");
const send = button("send");

/** @type {State | null} */
let state = null;
/** @type {Record<string, Hand>} */
let hands = {};
/** @type {Line[]} */
let lines = [];
/** @type {(Reading | null)[]} */
let readings = [];
/** @type {string[]} */
let seats = [];
let busy = false;

await begin();

async function begin() {
  const [known, table] = await Promise.all([api.get("hands/"), api.get("")]);
  if (known.http !== 200 || table.http !== 200) return say(t("said.unreachable"), "warning");
  hands = known.body.hands;
  state = table.body;
  lines = kept().filter((line) => line.status !== "recorded");
  if (lines.length > 0) say(t("said.kept"), "info");
  else lines = [blank()];
  draw();
  focus(lines.length - 1);
}

/** @returns {Line} */
function blank() {
  return { uuid: uuid(), seat: "", sent: "", text: "", status: "", note: "" };
}

/** @returns {Line[]} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(config.place) ?? "[]");
  } catch {
    return [];
  }
}

function keep() {
  try {
    const open = lines.filter((line) => line.status !== "recorded" && (line.text || line.seat));
    if (open.length) localStorage.setItem(config.place, JSON.stringify(open));
    else localStorage.removeItem(config.place);
  } catch {
    // A browser without storage keeps the lines as long as the page is open.
  }
}

/** The table of lines anew: rows come and go. */
function draw() {
  rows.replaceChildren(...lines.map((_line, at) => row(at)));
  refresh();
}

/** @param {number} at */
function row(at) {
  const n = at + 1;
  const seat = field("line__seat", t("line.seat", { n }), "3", at, (value) => ({ seat: value.replace(/\D/g, "") }));
  const text = field("line__text", t("line.throw", { n }), "24", at, (value) => ({ text: value }));
  text.addEventListener("paste", (event) => paste(event, at));
  const remove = el("button", { type: "button", class: "btn btn--quiet btn--small line__remove", tabindex: "-1", "aria-label": t("line.remove", { n }), click: () => removeLine(at) }, "×");
  return el("tr", {}, el("th", { scope: "row", class: "num" }, String(n)), el("td", {}, seat), el("td", { class: "line__name" }), el("td", {}, text),
    el("td", { class: "line__said" }), el("td", {}, remove));
}

/** @param {string} look @param {string} label @param {string} most @param {number} at @param {(value: string) => Partial<Line>} read */
function field(look, label, most, at, read) {
  const input = /** @type {HTMLInputElement} */ (el("input", { class: look, "aria-label": label, maxlength: most, autocomplete: "off", autocapitalize: "off", spellcheck: "false" }));
  input.addEventListener("input", () => {
    // What was refused and is changed is another entry; its first UUID may stand for the old one.
    const again = lines[at].status === "refused" ? { uuid: uuid(), status: "", note: "" } : {};
    lines[at] = { ...lines[at], ...read(input.value), ...again };
    refresh();
  });
  input.addEventListener("keydown", (event) => move(event, at, look));
  return input;
}

/** Reads all lines anew and writes what they say; the rows stay. */
function refresh() {
  if (!state) return;
  readings = lines.map((line) => readLine(line.text, hands, t));
  seats = seatsOf(state, lines, readings, config.overflow);
  const names = new Map(state.seats.map((/** @type {any} */ seat) => [String(seat.number), seat.name]));
  lines.forEach((_line, at) => write(at, names));
  const bad = lines.filter((_line, at) => isBad(at, names)).length;
  const ready = entriesOf(lines, readings, seats).length;
  const word = busy ? t("send.sending") : bad ? t("send.bad", { n: bad }) : ready ? t("send.some", { n: ready }) : t("send.none");
  setText(send, word);
  send.disabled = busy || bad > 0 || ready === 0;
  keep();
}

/** @param {number} at @param {Map<string, string>} names */
function isBad(at, names) {
  const reading = readings[at];
  if (!reading || lines[at].status === "recorded") return false;
  return "why" in reading || (reading.said.kind !== "time_up" && !names.has(seats[at]));
}

/** @param {number} at @param {Map<string, string>} names */
function write(at, names) {
  const node = /** @type {HTMLElement} */ (rows.children[at]);
  const line = lines[at];
  const [seat, text] = /** @type {HTMLInputElement[]} */ ([...node.querySelectorAll("input")]);
  if (document.activeElement !== seat) seat.value = line.seat || seats[at];
  seat.placeholder = seats[at];
  seat.classList.toggle("is-typed", line.seat !== "");
  if (text.value !== line.text) text.value = line.text;
  const done = line.status === "recorded";
  for (const input of [seat, text]) input.readOnly = done || busy;
  node.dataset.status = line.status || (isBad(at, names) ? "bad" : "");
  setText(/** @type {Element} */ (node.querySelector(".line__name")), names.get(seats[at]) ?? "");
  setText(/** @type {Element} */ (node.querySelector(".line__said")), saidOf(at, names));
}

/** @param {number} at @param {Map<string, string>} names */
function saidOf(at, names) {
  const { note } = lines[at];
  const reading = readings[at];
  if (!reading) return "";
  if ("why" in reading) return t(reading.why, { n: reading.n ?? 0 });
  const what = reading.said.kind === "throw" ? (reading.outcome ? outcomeWord(t, reading.outcome) : "") : t(`kind.${reading.said.kind}`);
  if (reading.said.kind !== "time_up" && !names.has(seats[at])) return `${what} · ${t("seat.unknown")}`;
  return note ? `${what} · ${note}` : what;
}

/** @param {KeyboardEvent} event @param {number} at @param {string} look */
function move(event, at, look) {
  if (event.isComposing) return;
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, Enter: at + 1 }[event.key];
  if (event.key === "Enter" && event.ctrlKey) void record();
  else if (event.key === "Insert") insert(at, [blank()]);
  else if (event.key === "Delete" && event.ctrlKey) removeLine(at);
  else if (to === undefined) return;
  else if (to === lines.length && lines[at].text) insert(to, [blank()]);
  else focus(to, event.key === "Enter" ? "line__text" : look);
  event.preventDefault();
}

/** @param {number} at @param {string} [look] */
function focus(at, look = "line__text") {
  const input = /** @type {HTMLInputElement | null} */ (rows.children[at]?.querySelector(`.${look}`));
  input?.focus();
  input?.select();
}

/** @param {number} at @param {Line[]} more */
function insert(at, more) {
  if (busy) return;
  if (lines.length + more.length > config.most) return say(t("said.full", { n: config.most }), "warning");
  lines.splice(at, 0, ...more);
  draw();
  focus(at + more.length - 1);
}

/** What is recorded stays in sight. @param {number} at */
function removeLine(at) {
  if (busy || lines[at].status === "recorded") return;
  lines.splice(at, 1);
  if (!lines.length) lines.push(blank());
  draw();
  focus(Math.min(at, lines.length - 1));
}

/** A column copied from a spreadsheet becomes lines. @param {ClipboardEvent} event @param {number} at */
function paste(event, at) {
  const texts = (event.clipboardData?.getData("text") ?? "").split(/\r?\n/).map((text) => text.trim()).filter(Boolean);
  if (texts.length < 2) return;
  event.preventDefault();
  const pasted = texts.map((text) => ({ ...blank(), text }));
  if (!lines[at].text) lines.splice(at, 1);
  insert(at, pasted);
}

send.addEventListener("click", () => void record());

/** Sends what is not recorded, in order, as many at once as the server takes, until something is refused. */
async function record() {
  if (busy || send.disabled) return;
  busy = true;
  refresh();
  await sendAll();
  busy = false;
  refresh();
  const refused = lines.findIndex((line) => line.status === "refused");
  if (refused >= 0) focus(refused);
  else if (lines[lines.length - 1].status === "recorded") insert(lines.length, [blank()]);
}

async function sendAll() {
  const entries = entriesOf(lines, readings, seats);
  for (let from = 0; from < entries.length; from += config.batch) {
    const batch = entries.slice(from, from + config.batch);
    lines = asSent(lines, batch, seats);
    keep();
    const answer = await api.send(/** @type {any} */ (batch));
    if (answer.status !== "answered") {
      const known = answer.status === "unreachable" || answer.status === "signed_out";
      return say(known ? t(`said.${answer.status}`) : answer.detail, "warning");
    }
    lines = afterAnswer(lines, answer.results, seats, t);
    state = answer.state;
    const refused = lines.findIndex((line) => line.status === "refused");
    if (refused >= 0) return say(t("said.refused", { n: refused + 1 }), "warning");
  }
  say(t("said.all", { n: entries.length }), "done");
}

/** @param {string} sentence @param {string} kind */
function say(sentence, kind) {
  const node = byId("said");
  node.className = `message message--${kind}`;
  node.hidden = false;
  setText(node, sentence);
}
