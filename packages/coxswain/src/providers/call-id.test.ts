import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { shortCallId, wireCallId } from "./call-id.ts";

test("preserves an ID that providers accept", () => {
  assert.equal(wireCallId("toolu_01A-b"), "toolu_01A-b");
  assert.equal(shortCallId("aB3dE5gH7"), "aB3dE5gH7");
});

test("converts any other ID to a valid one, deterministically", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 0, maxLength: 200 }), (id) => {
      assert.match(wireCallId(id), /^[a-zA-Z0-9_-]{1,40}$/);
      assert.match(shortCallId(id), /^[a-zA-Z0-9]{9}$/);
      assert.equal(wireCallId(id), wireCallId(id));
      assert.equal(shortCallId(id), shortCallId(id));
    }),
  );
});

test("the converted IDs of one history do not collide", () => {
  const ids = Array.from({ length: 20_000 }, (_, at) => `call:${at}`);
  assert.equal(new Set(ids.map(wireCallId)).size, ids.length);
  assert.equal(new Set(ids.map(shortCallId)).size, ids.length);
});
