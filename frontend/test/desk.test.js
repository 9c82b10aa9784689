// @ts-check
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Hand, replyOf } from "../../awards/static/awards/desk/hand.js";
import { Strokes } from "../../awards/static/awards/desk/strokes.js";

/** @param {object} [fields] */
function answer(fields = {}) {
  const { body, ...rest } = { status: 200, redirected: false, url: "http://desk/x", body: /** @type {any} */ (null), ...fields };
  const json = async () => {
    if (body === null) throw new SyntaxError("no JSON");
    return body;
  };
  return { ok: rest.status < 400, ...rest, json };
}

describe("what an answer means", () => {
  for (const [name, given, expected] of /** @type {[string, object, object][]} */ ([
    ["handed over", { body: { url: "/done" } }, { kind: "done", url: "/done" }],
    ["refused", { status: 409, body: { code: "not_due", detail: "已交给李静" } }, { kind: "refused", detail: "已交给李静", code: "not_due" }],
    ["a proxy's page", { status: 200 }, { kind: "away" }],
    ["a page that is gone", { status: 404 }, { kind: "away" }],
    ["no CSRF token any more", { status: 403 }, { kind: "reload" }],
    ["a server that fails", { status: 500 }, { kind: "broken" }],
    ["a proxy without a server", { status: 502 }, { kind: "broken" }],
    ["signed out", { redirected: true, url: "http://desk/login/?next=/" }, { kind: "signed_out" }],
    ["no word of ours in a success", { body: { detail: 1 } }, { kind: "away" }],
  ])) {
    it(name, async () => assert.deepEqual(await replyOf(answer(given), "/login/"), expected));
  }
});

/** @param {(() => Promise<any>)[]} answers */
function handOf(answers, timeout = 1_000) {
  const told = /** @type {string[]} */ ([]);
  let asked = 0;
  /** @param {AbortSignal} signal */
  const ask = (signal) => {
    asked += 1;
    const next = answers.shift() ?? (() => Promise.reject(new Error("asked too often")));
    return Promise.race([next(), new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("gone"))))]);
  };
  const hand = new Hand({ ask, login: "/login/", timeout, tell: (reply) => told.push(reply.kind) });
  return { hand, told, count: () => asked };
}

describe("handing over", () => {
  it("sends one request for two taps", async () => {
    const { hand, told, count } = handOf([async () => answer({ body: { url: "/done" } })]);
    await Promise.all([hand.press(), hand.press()]);
    await hand.press(); // the page is on its way to the next
    assert.deepEqual([told, count()], [["sending", "done"], 1]);
  });

  it("can be pressed again after the network failed, or the server", async () => {
    const failing = [() => Promise.reject(new TypeError("network")), async () => answer({ status: 500 })];
    const { hand, told } = handOf([...failing, async () => answer({ body: { url: "/done" } })]);
    for (let time = 0; time < 3; time += 1) await hand.press();
    assert.deepEqual(told, ["sending", "away", "sending", "broken", "sending", "done"]);
  });

  it("gives up waiting for an answer", async () => {
    const { hand, told } = handOf([() => new Promise(() => {})], 20);
    await hand.press();
    assert.deepEqual(told, ["sending", "away"]);
  });

  it("can be pressed again after a refusal", async () => {
    const refused = async () => answer({ status: 409, body: { detail: "请核对证件" } });
    const { hand, told } = handOf([refused, async () => answer({ body: { url: "/done" } })]);
    await hand.press();
    await hand.press();
    assert.deepEqual(told, ["sending", "refused", "sending", "done"]);
  });
});

function penOf() {
  const done = /** @type {string[]} */ ([]);
  const pen = /** @type {any} */ ({});
  for (const name of ["beginPath", "moveTo", "lineTo", "quadraticCurveTo", "arc", "fill", "stroke", "clearRect"]) {
    pen[name] = (/** @type {number[]} */ ...at) => done.push([name, ...at.map((one) => Math.round(one))].join(" "));
  }
  return { pen, done };
}

describe("a signature", () => {
  it("is drawn in shares of the pad, so that a turned tablet shows it whole", () => {
    const strokes = new Strokes();
    strokes.begin({ x: 0.1, y: 0.5 });
    strokes.go({ x: 0.5, y: 1 });
    strokes.go({ x: 0.9, y: 0 });
    strokes.end();
    const wide = penOf();
    strokes.draw(wide.pen, 1_000, 200);
    assert.deepEqual(wide.done, [
      "clearRect 0 0 1000 200", "beginPath", "moveTo 100 100", "quadraticCurveTo 500 200 700 100", "lineTo 900 0", "stroke",
    ]); // prettier-ignore
    const small = penOf();
    strokes.draw(small.pen, 100, 20);
    assert.equal(small.done[2], "moveTo 10 10");
    assert.equal(wide.pen.lineWidth, 6);
  });

  it("of one tap is a dot", () => {
    const strokes = new Strokes();
    strokes.begin({ x: 0.5, y: 0.5 });
    strokes.end();
    const { pen, done } = penOf();
    strokes.draw(pen, 1_000, 1_000);
    assert.deepEqual(done.slice(1), ["beginPath", "arc 500 500 3 0 7", "fill"]);
    assert.equal(strokes.isEmpty, false);
  });

  it("stays on its pad, and a shaking hand adds nothing", () => {
    const strokes = new Strokes();
    assert.equal(strokes.go({ x: 0.5, y: 0.5 }), false); // the pen is not down
    strokes.begin({ x: -1, y: 2 });
    assert.equal(strokes.go({ x: 0.0005, y: 1 }), false);
    assert.equal(strokes.go({ x: 3, y: 0.5 }), true);
    strokes.end();
    assert.equal(strokes.go({ x: 0.1, y: 0.1 }), false);
    assert.deepEqual(strokes.lines, [[{ x: 0, y: 1 }, { x: 1, y: 0.5 }]]);
  });

  it("can be cleared", () => {
    const strokes = new Strokes();
    strokes.begin({ x: 0.1, y: 0.1 });
    strokes.clear();
    assert.deepEqual([strokes.isEmpty, strokes.go({ x: 0.2, y: 0.2 })], [true, false]);
  });
});
