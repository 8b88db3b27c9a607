import assert from "node:assert/strict";
import { test } from "node:test";
import { StoredBytes } from "./stored-bytes.ts";

test("each content counts once", () => {
  const stored = new StoredBytes(20);
  for (let read = 0; read < 5; read++) {
    assert.ok(stored.reserve(6));
    stored.settle(6, { content: "sha256-a", size: 6 });
  }
  assert.ok(!stored.reserve(15));
  assert.ok(stored.reserve(14));
});

test("a content that was not stored counts no longer, and one that has grown counts whole", () => {
  const stored = new StoredBytes(10);
  assert.ok(stored.reserve(10));
  assert.ok(!stored.reserve(1));
  stored.settle(10, undefined);
  assert.ok(stored.reserve(2));
  stored.settle(2, { content: "sha256-a", size: 9 });
  assert.ok(!stored.reserve(2));
  assert.ok(stored.reserve(1));
});
