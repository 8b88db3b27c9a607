import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bisect } from "./bisect.ts";

const scene = (poisons: readonly number[]) => {
  let asked = 0;
  return {
    asked: () => asked,
    accepted: async (without: readonly number[]): Promise<boolean> => {
      asked += 1;
      return poisons.every((poison) => without.includes(poison));
    },
  };
};

const upTo = (size: number): number[] => Array.from({ length: size }, (_, at) => at);

test("finds the first refused item with about log2 of all requests, whatever the number of refused items", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 500 }), fc.array(fc.nat(499), { minLength: 1, maxLength: 4 }), async (size, at) => {
      const poisons = at.map((one) => one % size);
      const { accepted, asked } = scene(poisons);
      assert.deepEqual(await bisect({ groups: [upTo(size)], accepted, most: 12 }), [Math.min(...poisons)]);
      assert.ok(asked() <= 1 + Math.ceil(Math.log2(size)));
    }),
  );
});

test("never exceeds the maximum of requests, and returns the remaining candidates together", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 100_000 }), fc.nat(), fc.integer({ min: 1, max: 12 }), async (size, at, most) => {
      const poison = at % size;
      const { accepted, asked } = scene([poison]);
      const found = await bisect({ groups: [upTo(size)], accepted, most });
      assert.ok(asked() <= most);
      assert.ok(found !== undefined && found.includes(poison));
      assert.ok(found.length <= Math.ceil(size / 2 ** (most - 1)));
    }),
    { numRuns: 40 },
  );
});

test("searches the groups in order", async () => {
  const { accepted, asked } = scene([70]);
  assert.deepEqual(await bisect({ groups: [[3], [70], upTo(100)], accepted, most: 12 }), [70]);
  assert.equal(asked(), 2);
});

test("rules out an accepted history with one request per group", async () => {
  const { accepted, asked } = scene([-1]);
  assert.equal(await bisect({ groups: [[1], [], upTo(100)], accepted, most: 12 }), undefined);
  assert.equal(asked(), 2);
});

test("does not search the groups beyond the maximum of requests", async () => {
  const { accepted, asked } = scene([9]);
  assert.equal(await bisect({ groups: [[1], [2], [9]], accepted, most: 2 }), undefined);
  assert.equal(asked(), 2);
});
