import assert from "node:assert/strict";
import { test } from "node:test";
import { facts } from "../facts.fixture.ts";
import { assistant, call } from "../messages.fixture.ts";
import { callArguments } from "./call-arguments.ts";

test("P14: wraps arguments that are not an object in one", () => {
  for (const input of ['{"path": "a', [1], 7, null]) {
    const [projected] = callArguments.enforce([assistant(["Hm.", call("1", { input })])], facts());
    assert.deepEqual(projected?.content[1], call("1", { input: { invalid_arguments: input } }));
  }
});

test("arguments that are an object stay the same object", () => {
  const message = assistant([call("1")]);
  assert.equal(callArguments.enforce([message], facts())[0], message);
});

const nested = (depth: number): unknown => (depth === 0 ? "deep" : { in: nested(depth - 1) });

test("P14: replaces arguments beyond the providers' limits with a note", () => {
  for (const input of [nested(2_000), { text: "x".repeat(2 ** 20 + 1) }, "x".repeat(2 ** 20 + 1)]) {
    const [projected] = callArguments.enforce([assistant([call("1", { input })])], facts());
    assert.deepEqual(projected?.content[0], call("1", { input: { invalid_arguments: "(omitted: too long or nested too deeply)" } }));
  }
  const message = assistant([call("1", { input: nested(20) })]);
  assert.equal(callArguments.enforce([message], facts())[0], message);
});
