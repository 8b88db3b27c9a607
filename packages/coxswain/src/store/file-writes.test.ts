import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { writeFully } from "./file-writes.ts";

test("L10: writes the rest after each short write", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (bytes, takes) => {
      const out: number[] = [];
      let call = 0;
      const take = (rest: Uint8Array): number => {
        const taken = rest.subarray(0, takes[call++ % takes.length]);
        out.push(...taken);
        return taken.length;
      };
      assert.deepEqual(writeFully(take, bytes), { written: bytes.length });
      assert.deepEqual(out, [...bytes]);
    }),
  );
});

test("L10: an error after a short write comes with the number of written bytes", () => {
  const full = new Error("ENOSPC");
  let calls = 0;
  const write = (rest: Uint8Array): number => {
    if (calls++ > 0) throw full;
    return rest.length - 3;
  };
  assert.deepEqual(writeFully(write, new Uint8Array(10)), { written: 7, error: full });
});

test("a write of zero bytes is an error, not an endless loop", () => {
  const { written, error } = writeFully(() => 0, new Uint8Array(10));
  assert.equal(written, 0);
  assert.ok(error instanceof Error);
});
