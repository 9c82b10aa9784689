// @ts-check
import { cameraOffered, readCodes } from "../../tables/station/camera.js";
import { chooseByNumber, keepFocus } from "../../tables/station/keys.js";
import { button, byId, setText } from "../../tables/tablet/dom.js";
import { wordsFrom } from "../../tables/tablet/words.js";
import { Hand } from "./hand.js";
import { takeSignature } from "./signature.js";

const CODE = /([/\u3001]p[/\u3001]|^)[2-9A-HJKMNP-TV-Z]{10}[/\u3001]?$/;

const script = /** @type {HTMLElement} */ (document.querySelector("script[data-login]"));
const say = wordsFrom(JSON.parse(byId("desk-words").textContent ?? "{}"));
const field = /** @type {HTMLInputElement} */ (byId("q"));
const find = /** @type {HTMLFormElement} */ (byId("find"));
const form = document.getElementById("hand-over");

const focusField = keepFocus(field);
chooseByNumber(field, () => location.assign(find.action)); // Escape: nobody

// Enter alone: to the button, and Enter again hands over. The field is required, so that an Enter which comes before
// this script does not send the person shown away.
field.addEventListener("invalid", (event) => {
  event.preventDefault();
  document.getElementById("press")?.focus();
});
find.addEventListener("submit", (event) => {
  field.value = field.value.trim();
  if (!find.reportValidity()) event.preventDefault();
});

// Under a Chinese input method a scanner's Enter only ends its letters, and no form is sent.
field.addEventListener("compositionend", () => {
  if (CODE.test(field.value)) find.requestSubmit();
});

if (form instanceof HTMLFormElement && document.getElementById("press")) {
  leaveKeysToTheScanner(form);
  startHanding(form);
}

/**
 * Only the button hands over. What a scanner types wherever somebody has just tapped is the next person's code, and
 * its Enter must not hand the last one's goods over.
 * @param {HTMLFormElement} form
 */
function leaveKeysToTheScanner(form) {
  form.addEventListener("click", (event) => {
    if (event.detail > 0 && isChoice(event.target)) field.focus({ preventScroll: true }); // a tap, not the space bar
  });
  form.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (!(target instanceof HTMLInputElement) || event.isComposing) return;
    const printable = key.length === 1 && key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isChoice(target) && printable) field.focus({ preventScroll: true });
    if (key !== "Enter") return;
    event.preventDefault();
    if (isChoice(target) || !CODE.test(target.value)) return;
    field.value = target.value; // the look-up takes the code at its end
    find.requestSubmit();
  });
}

// In the dialog that takes a hand-over back a scanner's Enter would be the yes, and the code the reason.
document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (key !== "Enter" || !(target instanceof HTMLInputElement) || !target.closest("dialog")) return;
  if (!CODE.test(target.value)) return;
  event.preventDefault();
  field.value = target.value;
  find.requestSubmit();
});

/**
 * What the form sends. Whoever signed in again in another tab has another token, and the page has the old one.
 * @param {HTMLFormElement} form
 */
function signedData(form) {
  const data = new FormData(form);
  const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];
  if (token) data.set("csrfmiddlewaretoken", token);
  return data;
}

/** @param {string} code */
function codeOf(code) {
  const shown = document.createElement("span");
  shown.className = "code";
  shown.textContent = code;
  return shown;
}

/** @param {EventTarget | null} target */
function isChoice(target) {
  return target instanceof HTMLInputElement && ["checkbox", "radio"].includes(target.type);
}

/** @param {HTMLFormElement} form */
function startHanding(form) {
  const press = button("press");
  const says = byId("says");
  const box = form.querySelector("[data-signature]");
  const signature = form.elements.namedItem("signature");
  if (box instanceof HTMLElement && signature instanceof HTMLInputElement) takeSignature(box, signature);

  const ticked = () => /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input[name=keys]:checked")]);
  const name = () => {
    const count = ticked().reduce((sum, one) => sum + Number(one.dataset.units), 0);
    setText(press, count ? say(count === 1 ? "press_one" : "press", { count }) : say("press_none"));
    press.disabled = count === 0;
  };
  // What was refused stays until the next press: were it gone at once, the button would move away under the finger
  // whose press has just ended a field.
  form.addEventListener("change", name);
  name();

  const hand = new Hand({
    login: script.dataset.login ?? "/login/",
    ask: (signal) =>
      fetch(form.action, {
        method: "POST",
        body: signedData(form),
        headers: { Accept: "application/json" },
        credentials: "same-origin",
        cache: "no-store",
        signal,
      }),
    tell: (reply) => {
      if (reply.kind === "done") return location.assign(reply.url);
      if (reply.kind === "sending") {
        says.hidden = true;
        press.setAttribute("aria-disabled", "true");
        return setText(press, say("sending"));
      }
      press.removeAttribute("aria-disabled");
      name();
      says.hidden = false;
      setText(says, reply.kind === "refused" ? reply.detail : say(reply.kind));
      if (reply.kind === "refused" && reply.code) says.append(" ", codeOf(reply.code));
      press.focus();
    },
  });
  // Before app.js, which lets a form be sent once in five seconds: after a lost answer it is pressed again at once.
  form.addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      void hand.press();
    },
    true,
  );
}

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
    stopCamera = await readCodes(video, (text) => {
      field.value = text;
      find.requestSubmit();
    }).catch(() => null);
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
