import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Headers as Own } from "./headers.ts";

/** An operation on headers, and its result. */
type Act = (headers: Headers | Own) => unknown;

const outcomeOf = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error instanceof TypeError ? "TypeError" : error;
  }
};

const names = fc.oneof(
  fc.constantFrom("a", "A", "accept", "Accept", "set-cookie", "Set-Cookie", "x-api-key", "user-agent"),
  fc.string({ maxLength: 3 }),
);
const values = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.string({ unit: "binary", maxLength: 3 }),
  fc.constantFrom(" a\t", "\r\nb", "a\nb", "é", ""),
);
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(names, values).map(
    ([name, value]): Act =>
      (headers) =>
        headers.append(name, value),
  ),
  fc.tuple(names, values).map(
    ([name, value]): Act =>
      (headers) =>
        headers.set(name, value),
  ),
  names.map(
    (name): Act =>
      (headers) =>
        headers.delete(name),
  ),
  names.map(
    (name): Act =>
      (headers) =>
        headers.get(name),
  ),
  names.map(
    (name): Act =>
      (headers) =>
        headers.has(name),
  ),
);
const inits = fc.oneof(
  fc.constant(undefined),
  fc.array(fc.tuple(names, values), { maxLength: 4 }),
  fc.dictionary(names, values, { maxKeys: 4, noNullPrototype: true }),
);

/** Collects everything observable of headers. */
const seen = (headers: Headers | Own): unknown => {
  const pairs: unknown[] = [];
  headers.forEach((value: string, name: string) => pairs.push([value, name]));
  return [[...headers], [...headers.entries()], [...headers.keys()], [...headers.values()], headers.getSetCookie(), pairs];
};

test("creates, changes and reads headers like Node's class, and rejects the same input", () => {
  fc.assert(
    fc.property(inits, fc.array(acts, { maxLength: 12 }), (init, done) => {
      const observe = (Class: typeof Headers | typeof Own): unknown =>
        outcomeOf(() => {
          const headers = new Class(init);
          return [seen(headers), done.map((act) => outcomeOf(() => act(headers))), seen(headers), seen(new Class(headers))];
        });
      assert.deepEqual(observe(Own), observe(Headers));
    }),
    { numRuns: 2000 },
  );
});

test("omits an invalid value from the error because it may be a key", () => {
  assert.throws(
    () => new Own({ "x-api-key": "sk-secret\nkey" }),
    (error: Error) => !error.message.includes("sk-secret"),
  );
});

test("passes the bundle's headers to Node's APIs", async () => {
  const response = new Response("", { headers: new Own({ Accept: "a", "X-B": "b" }) });
  assert.deepEqual([...response.headers].slice(0, 1), [["accept", "a"]]);
  assert.equal(response.headers.get("x-b"), "b");
});
