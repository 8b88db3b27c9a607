import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Headers as Own } from "./headers.ts";

/** What is done with headers, and how it went. */
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

/** All that can be seen of headers. */
const seen = (headers: Headers | Own): unknown => {
  const told: unknown[] = [];
  headers.forEach((value: string, name: string) => told.push([value, name]));
  return [[...headers], [...headers.entries()], [...headers.keys()], [...headers.values()], headers.getSetCookie(), told];
};

test("headers of the bundle are made, changed and read as those of Node are, and refuse what those refuse", () => {
  fc.assert(
    fc.property(inits, fc.array(acts, { maxLength: 12 }), (init, done) => {
      const told = (Class: typeof Headers | typeof Own): unknown =>
        outcomeOf(() => {
          const headers = new Class(init);
          return [seen(headers), done.map((act) => outcomeOf(() => act(headers))), seen(headers), seen(new Class(headers))];
        });
      assert.deepEqual(told(Own), told(Headers));
    }),
    { numRuns: 2000 },
  );
});

test("a value that no header can have is not told: it may be a key", () => {
  assert.throws(
    () => new Own({ "x-api-key": "sk-secret\nkey" }),
    (error: Error) => !error.message.includes("sk-secret"),
  );
});

test("what Node makes headers for takes those of the bundle", async () => {
  const response = new Response("", { headers: new Own({ Accept: "a", "X-B": "b" }) });
  assert.deepEqual([...response.headers].slice(0, 1), [["accept", "a"]]);
  assert.equal(response.headers.get("x-b"), "b");
});
