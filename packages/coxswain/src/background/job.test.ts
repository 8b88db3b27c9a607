import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { UnreadOutput } from "./job.ts";

test("T1: keeps the end of unread output and counts the dropped characters", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.array(fc.string({ maxLength: 30 }))), (limit, looks) => {
      const unread = new UnreadOutput(limit);
      for (const pieces of looks) {
        for (const piece of pieces) unread.push(piece);
        const all = pieces.join("");
        const { text, dropped } = unread.take();
        assert.deepEqual([text.length, dropped], [Math.min(limit, all.length), Math.max(0, all.length - limit)]);
        assert.equal(text, all.slice(all.length - text.length).toWellFormed());
      }
    }),
  );
});
