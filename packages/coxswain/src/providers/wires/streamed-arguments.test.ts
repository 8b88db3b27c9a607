import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { StreamedArguments } from "./streamed-arguments.ts";

const assemble = (...pieces: readonly (readonly object[])[]) => {
  const args = new StreamedArguments();
  const text = pieces.map((piece) => args.add(piece)).join("");
  return { text, ...args.end(false) };
};

test("puts values together by their paths, as text that grows to valid JSON without the closing brackets", () => {
  const { text, input, rest } = assemble(
    [{ jsonPath: "$.location", stringValue: "Bos", willContinue: true }],
    [
      { jsonPath: "$.location", stringValue: 'ton "MA"' },
      { jsonPath: "$.brightness", numberValue: 50 },
    ],
    [
      { jsonPath: "$.on", boolValue: false },
      { jsonPath: "$.mode", nullValue: null },
    ],
    [
      { jsonPath: "$.list[0].name", stringValue: "a" },
      { jsonPath: "$.list[1].name", stringValue: "b" },
    ],
    [{ jsonPath: "$['odd key']", stringValue: "" }],
  );
  const whole = '{"location":"Boston \\"MA\\"","brightness":50,"on":false,"mode":null,"list":[{"name":"a"},{"name":"b"}],"odd key":""}';
  assert.equal(input, whole);
  assert.equal(text, whole.slice(0, -1));
  assert.equal(rest, "}");
});

test("joins the pieces of a string whose last one is empty", () => {
  const path = { jsonPath: "$.text" };
  const { input } = assemble(
    [{ ...path, stringValue: "", willContinue: true }],
    [{ ...path, stringValue: "a", willContinue: true }],
    [path],
  );
  assert.equal(input, '{"text":"a"}');
});

test("joins strings whose pieces alternate", () => {
  const piece = (name: string, stringValue: string, willContinue = true) => [{ jsonPath: `$.${name}`, stringValue, willContinue }];
  const { input } = assemble(piece("a", "1"), piece("b", "2"), piece("a", "3", false), piece("b", "4", false));
  assert.equal(input, '{"a":"13","b":"24"}');
  const half = assemble(piece("a", "1"), piece("b", "2", false));
  assert.match(half.input, /"1$/, "ends inside the string that is not complete");
});

test("a call without pieces has no arguments", () => {
  assert.equal(assemble().input, "{}");
  assert.equal(assemble([{}, { jsonPath: "$" }]).input, "{}");
});

test("truncated arguments are not JSON", () => {
  const args = new StreamedArguments();
  args.add([{ jsonPath: "$.path", stringValue: "a.txt" }]);
  args.add([{ jsonPath: "$.content", stringValue: "half", willContinue: true }]);
  assert.equal(args.end(false).input, '{"path":"a.txt","content":"half');
  const complete = new StreamedArguments();
  complete.add([{ jsonPath: "$.path", stringValue: "a.txt" }]);
  assert.equal(complete.end(true).input, '{"path":"a.txt"');
});

test("keys of Object.prototype are data, and a far index takes no room", () => {
  const { input } = assemble([
    { jsonPath: "$.__proto__.polluted", boolValue: true },
    { jsonPath: "$.list[4000000000]", numberValue: 1 },
  ]);
  assert.equal(input, '{"__proto__":{"polluted":true},"list":[1]}');
  assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
});

test("any JSON object arrives whole, in pieces of any size", () => {
  const key = fc.string({ minLength: 1 }).filter((name) => /^[^.[\]\\'"]+$/.test(name) && !/^\d+$/.test(name));
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.string(),
      fc.boolean(),
      fc.constant(null),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number || 0),
      fc.array(tie("value"), { minLength: 1, maxLength: 3 }),
      fc.dictionary(key, tie("value"), { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
    ),
  }));
  const pieces = (at: string, inner: unknown, size: number): object[] => {
    if (Array.isArray(inner)) return inner.flatMap((item, index) => pieces(`${at}[${index}]`, item, size));
    if (typeof inner === "object" && inner !== null)
      return Object.entries(inner).flatMap(([name, item]) => pieces(`${at}.${name}`, item, size));
    if (inner === null) return [{ jsonPath: at, nullValue: "NULL_VALUE" }];
    if (typeof inner !== "string")
      return [typeof inner === "number" ? { jsonPath: at, numberValue: inner } : { jsonPath: at, boolValue: inner }];
    const parts = Array.from({ length: Math.max(1, Math.ceil(inner.length / size)) }, (_, part) =>
      inner.slice(part * size, (part + 1) * size),
    );
    return parts.map((stringValue, part) => ({ jsonPath: at, stringValue, ...(part < parts.length - 1 ? { willContinue: true } : {}) }));
  };
  const object = fc.dictionary(key, value, { minKeys: 1, noNullPrototype: true });
  fc.assert(
    fc.property(object, fc.integer({ min: 1, max: 5 }), (whole, size) => {
      const { text, input, rest } = assemble(...pieces("$", whole, size).map((piece) => [piece]));
      assert.equal(input, JSON.stringify(whole));
      assert.equal(text + rest, input);
    }),
  );
});
