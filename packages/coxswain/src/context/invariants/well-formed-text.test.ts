import assert from "node:assert/strict";
import { test } from "node:test";
import { facts } from "../facts.fixture.ts";
import { assistant, result, user } from "../messages.fixture.ts";
import { wellFormedText } from "./well-formed-text.ts";

test("P23: half a surrogate pair becomes a replacement character", () => {
  const told = wellFormedText.enforce([user("a\ud83d"), assistant(["\ude00b"]), result("1", "\ud83dc")], facts());
  assert.deepEqual(told, [user("a\ufffd"), assistant(["\ufffdb"]), result("1", "\ufffdc")]);
});

test("whole characters outside of the basic plane stay the same objects", () => {
  const message = user("a 😀");
  assert.equal(wellFormedText.enforce([message], facts())[0], message);
});
