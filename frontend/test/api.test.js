import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, Api, doorOf } from "../../tables/static/tables/tablet/api.js";

test("what a server answers is told apart", () => {
  const state = { seq: 1 };
  assert.deepEqual(answerOf({ http: 409, body: { results: [], state }, etag: null }, 1), { status: "answered", results: [], state });
  assert.deepEqual(answerOf({ http: 0, body: null, etag: null }, 1), { status: "unreachable" });
  assert.deepEqual(answerOf({ http: 502, body: null, etag: null }, 1), { status: "unreachable" });
  assert.deepEqual(answerOf({ http: 429, body: { code: "throttled" }, etag: null }, 1), { status: "unreachable" });
  assert.deepEqual(answerOf({ http: 200, body: null, etag: null }, 1), { status: "unreachable" });
  assert.deepEqual(answerOf({ http: 401, body: { code: "not_authenticated", detail: "x" }, etag: null }, 1), { status: "signed_out", detail: "x" });
  assert.deepEqual(answerOf({ http: 400, body: { code: "bad_entries", detail: "x" }, etag: null }, 1), { status: "refused", code: "bad_entries", detail: "x" });
  assert.equal(answerOf({ http: 400, body: { code: "invalid" }, etag: null }, 3).code, "batch");
});

test("every closed door has its name", () => {
  assert.equal(doorOf(401, { code: "device_revoked" }), "released");
  assert.equal(doorOf(403, { code: "device_other_table" }), "released");
  assert.equal(doorOf(403, { code: "permission_denied" }), "forbidden");
  assert.equal(doorOf(404, { code: "not_found" }), "missing");
  assert.equal(doorOf(200, {}), null);
});

test("a paired tablet shows its token, a signed-in page its CSRF token; nothing throws", async () => {
  const seen = [];
  const fetch = async (url, request) => {
    seen.push([url, request.method ?? "GET", request.headers.Authorization, request.headers["X-CSRFToken"]]);
    return new Response("{}", { status: 200, headers: { ETag: '"7"' } });
  };
  const api = new Api({ root: "/api/v1/tables/7/", token: "abc", csrf: () => "csrf", fetch });
  assert.deepEqual(await api.get(""), { http: 200, body: {}, etag: '"7"' });
  await api.post("entries/", {});
  await new Api({ root: "/r/", token: "", csrf: () => "csrf", fetch }).get("");
  assert.deepEqual(seen, [
    ["/api/v1/tables/7/", "GET", "Device abc", undefined],
    ["/api/v1/tables/7/entries/", "POST", "Device abc", "csrf"],
    ["/r/", "GET", undefined, undefined],
  ]);
  const down = new Api({ root: "/", token: "", csrf: () => "", fetch: () => Promise.reject(new TypeError("network")) });
  assert.deepEqual(await down.get(""), { http: 0, body: null, etag: null });
});
