import assert from "node:assert/strict";
import { test } from "node:test";
import { StreamList } from "../../Sources/WebPlayer/Assets/listing.js";
import { endSentence, stateSentence } from "../../Sources/WebPlayer/Assets/sentences.js";
import { Distribution, Rate } from "../../Sources/WebPlayer/Assets/statistics.js";

const message = (streams, isNew = false) => ({ type: "streams", isNew, moreFollows: false, streams });
const stream = (name, state = 1) => ({ name, state, kinds: 3 });

test("the list follows what the relay sends", () => {
  const list = new StreamList();
  list.apply(message([stream("b"), stream("a")], true));
  list.apply(message([stream("b", 2), stream("c")]));
  list.apply(message([stream("a", 255), stream("x", 255)]));
  assert.deepEqual(list.sorted.map(({ name, state }) => [name, state]), [["b", 2], ["c", 1]]);
  list.apply(message([], true));
  assert.deepEqual(list.sorted, []);
});

test("a list without an end is bounded", () => {
  const list = new StreamList();
  for (let n = 0; n < 3000; n++) list.apply(message([stream(`s${n}`)]));
  assert.equal(list.streams.size, 1000);
});

test("every end has a sentence", () => {
  const end = (name, reason = "") => ({ type: "end", name, code: 0, retryable: false, retryAfter: 0, reason, redirect: "" });
  assert.equal(endSentence(end("unauthorized"), false, false), "A token is needed to watch this stream.");
  assert.equal(endSentence(end("", "Private words."), false, false), "Private words.");
  assert.equal(endSentence(end(""), false, false), "The relay ended the connection.");
  assert.match(endSentence(null, true, false), /certificate/);
  assert.equal(endSentence(end("forbidden", "Allow this origin."), false, false, false), "Allow this origin.");
  assert.match(endSentence(end("forbidden", "Allow this origin."), false, false, true), /This token does not allow/);
  assert.match(endSentence(null, true, true), /lost/);
  assert.match(stateSentence(0, "x", false), /“x” has no publisher/);
  assert.equal(stateSentence(1, "x", true), "");
});

test("quantiles and rates", () => {
  const distribution = new Distribution();
  for (let n = 1; n <= 100; n++) distribution.add(n);
  assert.deepEqual(distribution.summary, { count: 100, p50: 51, p95: 96, p99: 100, most: 100 });
  const rate = new Rate();
  rate.update(1000, 1e6);
  assert.equal(rate.update(3000, 2e6), 2000);
});
