import assert from "node:assert/strict";
import { test } from "node:test";
import { Refresher } from "../../tables/static/tables/player/player.js";

/** A page with what it would ask and show. */
function pageOn(answers) {
  const page = { hidden: false, writing: false, asked: [] };
  const live = {
    dataset: { live: "/p/A/?part=live", etag: '"1"' },
    innerHTML: "old",
    querySelector: () => (page.writing ? {} : null),
  };
  const stale = { hidden: true };
  const fetch = async (url, { headers }) => {
    page.asked.push([url, headers["If-None-Match"]]);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const refresher = new Refresher({ live, stale, fetch, isHidden: () => page.hidden });
  return { page, live, stale, refresher };
}

const fresh = (text, etag) => new Response(text, { headers: { ETag: etag } });
const same = () => new Response(null, { status: 304 });

test("it asks with the tag it knows, and shows what is new", async () => {
  const { page, live, refresher } = pageOn([same(), fresh("new", '"2"'), same()]);
  for (let i = 0; i < 3; i += 1) await refresher.look();
  assert.equal(live.innerHTML, "new");
  assert.deepEqual(page.asked.map(([, tag]) => tag), ['"1"', '"1"', '"2"']);
});

test("a hidden page asks nothing, nor one that is written on", async () => {
  const { page, refresher } = pageOn([]);
  page.hidden = true;
  await refresher.look();
  page.hidden = false;
  page.writing = true;
  await refresher.look();
  assert.deepEqual(page.asked, []);
});

test("who begins to write while the answer is on its way keeps the page, and it is asked for again", async () => {
  const { page, live, refresher } = pageOn([fresh("new", '"2"'), fresh("new", '"2"')]);
  const looking = refresher.look();
  page.writing = true;
  await looking;
  assert.equal(live.innerHTML, "old");
  page.writing = false;
  await refresher.look();
  assert.equal(live.innerHTML, "new");
  assert.equal(page.asked[1][1], '"1"');
});

test("a lost connection is said, and unsaid when it is back", async () => {
  const { stale, refresher } = pageOn([new Error("offline"), new Response("", { status: 502 }), same()]);
  const seen = [];
  for (let i = 0; i < 3; i += 1) {
    await refresher.look();
    seen.push(stale.hidden);
  }
  assert.deepEqual(seen, [false, false, true]);
});
