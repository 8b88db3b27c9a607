import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { randomEntryId, sessionId } from "./id.ts";

test("entry ids are 12 characters of 0-9 and a-z, and unique", () => {
  const ids = Array.from({ length: 10_000 }, () => randomEntryId());
  for (const id of ids) assert.match(id, /^[0-9a-z]{12}$/);
  assert.equal(new Set(ids).size, ids.length);
});

test("session ids are version 7 UUIDs that contain their time", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), (now) => {
      const id = sessionId(now);
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.equal(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16), now);
    }),
  );
});

test("session ids sort by creation time", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 48 - 2 }), fc.integer({ min: 1, max: 2 ** 40 }), (now, later) => {
      assert.ok(sessionId(now) < sessionId(Math.min(now + later, 2 ** 48 - 1)));
    }),
  );
});

test("session ids of the same millisecond are unique", () => {
  assert.equal(new Set(Array.from({ length: 10_000 }, () => sessionId(1))).size, 10_000);
});
