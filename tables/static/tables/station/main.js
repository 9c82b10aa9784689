// @ts-check
import { button, byId, el, setText } from "../tablet/dom.js";
import { wordsFrom } from "../tablet/words.js";
import { cameraOffered, readCodes } from "./camera.js";
import { chooseByNumber, keepFocus } from "./keys.js";
import { replyOf, Scans } from "./scans.js";
import { isMuted, mute, sound, soundAfterGesture } from "./sounds.js";

const TIMEOUT = 12_000;
const COUNT_EVERY = 5_000;
const RECENT = 6;
const SAME = 2_000; // a scanner that reads a code twice in a row means it once
const CODE = /([/\u3001]p[/\u3001]|^)[2-9A-HJKMNP-TV-Z]{10}[/\u3001]?$/;
const DECIDE = ["choose", "stand-by", "missing", "full", "known", "refused", "unknown", "form"];

const script = /** @type {HTMLElement} */ (document.querySelector("script[data-count]"));
const { count: countUrl = "", login = "" } = script.dataset;
const say = wordsFrom(JSON.parse(byId("station-words").textContent ?? "{}"));
const field = /** @type {HTMLInputElement} */ (byId("q"));
const form = /** @type {HTMLFormElement} */ (byId("scan"));
const answer = byId("answer");
const idle = answer.querySelector("[data-tone=idle]") ? answer.innerHTML : blank("").outerHTML;
const last = { text: "", at: -SAME };

const focusField = keepFocus(field);
soundAfterGesture();
chooseByNumber(field, () => {
  put(idle);
  last.text = "";
  void scans.resume();
});

/** Puts an answer onto the page; its head is read out, its tone colours the page. @param {string} html */
function put(html) {
  const made = new DOMParser().parseFromString(html, "text/html").querySelector(".answer");
  const shown = answer.querySelector(".answer");
  if (!(made instanceof HTMLElement)) return null;
  const { tone = "idle" } = made.dataset;
  document.body.className = document.body.className.replace(/tone-\S*/, `tone-${tone}`);
  if (!(shown instanceof HTMLElement)) {
    answer.replaceChildren(made);
    return made;
  }
  shown.dataset.tone = tone;
  // The parts stay and what is in them changes: so a screen reader says it.
  for (const part of ["head", "rest"]) {
    const fresh = made.querySelector(`[data-part=${part}]`)?.childNodes ?? [];
    shown.querySelector(`[data-part=${part}]`)?.replaceChildren(...fresh);
  }
  return made;
}

/** @param {import("./scans.js").Reply} reply @param {import("./scans.js").Scan} scan */
function show(reply, scan) {
  if (reply.kind !== "answer") {
    looking(say("failed"));
    sound("refused");
    return false;
  }
  const made = put(reply.html);
  const { tone = "", name = "", person = "" } = made?.dataset ?? {};
  sound(tone);
  if (person) remember(tone, name, person);
  const first = answer.querySelector("[aria-invalid=true]") ?? answer.querySelector("[data-walk-in] input:not([type=hidden])");
  if (scan.fields.length && tone === "form" && first instanceof HTMLElement) first.focus();
  else focusField();
  void count();
  return !DECIDE.includes(tone);
}

/** The page says nothing of anybody while the server has not. @param {string} words */
function looking(words) {
  put(blank(words).outerHTML);
}

/** @param {string} words */
function blank(words) {
  const head = el("div", { "data-part": "head", role: "status" }, el("p", { class: "answer__looking" }, words));
  return el("div", { class: "answer", "data-tone": "idle" }, head, el("div", { "data-part": "rest" }));
}

/** What was scanned or typed into the field, or seen by the camera. @param {string} text */
function take(text) {
  const now = performance.now();
  const again = text === last.text && now - last.at < SAME;
  Object.assign(last, { text, at: now });
  if (!text || again) return;
  looking(say("looking", { text }));
  scans.add({ url: form.action, fields: [["q", text]], label: text });
}

/** @param {string} tone @param {string} name @param {string} person */
function remember(tone, name, person) {
  const mark = tone === "welcome" ? "✓" : "!";
  const link = el("a", { href: `?person=${person}&again`, "data-part-link": true }, `${mark} ${name}`);
  const recent = byId("recent");
  recent.prepend(el("li", {}, link));
  while (recent.children.length > RECENT) recent.lastElementChild?.remove();
}

const scans = new Scans({ send, show, tell, storage: storage() });

function storage() {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** @param {import("./scans.js").Scan} scan @returns {Promise<import("./scans.js").Reply>} */
async function send({ url, fields, scan }) {
  const token = form.querySelector("[name=csrfmiddlewaretoken]");
  const body = new URLSearchParams([...fields, ["scan", scan]]);
  const headers = { "HX-Request": "true", "X-CSRFToken": token instanceof HTMLInputElement ? token.value : "" };
  return ask(url, { method: "POST", body, headers });
}

/** @param {string} url @param {RequestInit} request @returns {Promise<import("./scans.js").Reply>} */
async function ask(url, request) {
  const gone = new AbortController();
  const timer = setTimeout(() => gone.abort(), TIMEOUT);
  try {
    const response = await fetch(url, { ...request, signal: gone.signal, cache: "no-store", credentials: "same-origin" });
    return replyOf(response, await response.text(), login);
  } catch {
    return { kind: "away" };
  } finally {
    clearTimeout(timer);
  }
}

/** @type {(link: import("./scans.js").Link, count: number, seconds: number) => void} */
function tell(link, waiting, seconds) {
  const kind = ["ready", "sending", "slow"].includes(link) ? link : "waiting";
  byId("link").dataset.link = kind;
  setText(byId("link-words"), say(link, { count: waiting, seconds }));
  byId("link-again").hidden = link !== "signed_out" && link !== "reload";
}

// Before app.js, which lets a form be sent once in five seconds: a station sends many.
document.addEventListener("submit", (event) => {
  const sent = event.target;
  if (!(sent instanceof HTMLFormElement) || !("scan" in sent.dataset)) return;
  event.preventDefault();
  if (sent === form) {
    const text = field.value.trim();
    field.value = "";
    return take(text);
  }
  const data = new FormData(sent, event instanceof SubmitEvent ? event.submitter : null);
  data.delete("csrfmiddlewaretoken");
  const fields = /** @type {[string, string][]} */ ([...data].filter(([, value]) => typeof value === "string"));
  const label = sent.dataset.scan || "";
  last.text = ""; // somebody decided: the same words may now mean somebody else
  looking(say("looking", { text: label }));
  scans.add({ url: sent.action, fields, label });
}, true); // prettier-ignore

// Under a Chinese input method a scanner's Enter only ends its letters, and no form is sent.
field.addEventListener("compositionend", () => {
  if (CODE.test(field.value)) form.requestSubmit();
});

document.addEventListener("click", async (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-part-link]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const reply = await ask(link.href, { headers: { "HX-Request": "true" } });
  if (reply.kind !== "answer") return void location.assign(link.href);
  put(reply.html);
  const first = answer.querySelector("[data-walk-in] input:not([type=hidden])");
  if (first instanceof HTMLElement) first.focus();
  else focusField();
});

async function count() {
  if (document.visibilityState !== "visible") return;
  const response = await fetch(countUrl, { headers: { "HX-Request": "true" } }).catch(() => null);
  const made = response?.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
  const fresh = made?.getElementById("figures");
  if (fresh) byId("figures").replaceWith(fresh);
}
setInterval(count, COUNT_EVERY);
window.addEventListener("online", () => void scans.resume());

const loud = button("sound");
function showSound() {
  loud.hidden = false;
  loud.setAttribute("aria-pressed", String(!isMuted()));
  setText(/** @type {Element} */ (loud.querySelector("span")), say(isMuted() ? "sound_off" : "sound_on"));
}
loud.addEventListener("click", () => {
  mute(!isMuted());
  showSound();
  focusField();
});
showSound();

const eye = button("camera-button");
/** @type {(() => void) | null} */
let stopCamera = null;
eye.addEventListener("click", async () => {
  const words = /** @type {Element} */ (eye.querySelector("span"));
  if (stopCamera) {
    stopCamera();
    stopCamera = null;
  } else {
    const video = /** @type {HTMLVideoElement} */ (byId("camera-picture"));
    stopCamera = await readCodes(video, take).catch(() => null);
    if (!stopCamera) return setText(words, say("camera_refused"));
  }
  const on = stopCamera !== null;
  byId("camera").hidden = !on;
  eye.setAttribute("aria-pressed", String(on));
  field.inputMode = on ? "none" : ""; // no keyboard over the picture
  setText(words, say(on ? "camera_off" : "camera_on"));
  focusField();
});
eye.hidden = !cameraOffered();
byId("camera-why").hidden = cameraOffered();

void scans.resume();
