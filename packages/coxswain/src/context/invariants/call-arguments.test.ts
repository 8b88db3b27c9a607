import assert from "node:assert/strict";
import { test } from "node:test";
import { facts } from "../facts.fixture.ts";
import { assistant, call } from "../messages.fixture.ts";
import { callArguments } from "./call-arguments.ts";

test("P14: arguments that are no object go back inside of one", () => {
  for (const input of ['{"path": "a', [1], 7, null]) {
    const [told] = callArguments.enforce([assistant(["Hm.", call("1", { input })])], facts());
    assert.deepEqual(told?.content[1], call("1", { input: { invalid_arguments: input } }));
  }
});

test("arguments that are an object stay the same object", () => {
  const message = assistant([call("1")]);
  assert.equal(callArguments.enforce([message], facts())[0], message);
});
