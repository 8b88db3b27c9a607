import assert from "node:assert/strict";
import { test } from "node:test";
import type { StreamPart } from "../model/index.ts";
import { answering, type Expected, FIXTURE_ENV, FIXTURES } from "./fixtures.fixture.ts";
import { providerModels } from "./provider-models.ts";
import { finishOf, receive, textOf } from "./wires.fixture.ts";

const callsOf = (parts: readonly StreamPart[], expected: Expected["calls"]) =>
  parts
    .filter((part) => part.type === "tool_call")
    .map(({ id, name, input }, at) => ({
      id: expected[at]?.id === null && id !== "" ? null : id,
      name,
      ...(expected[at]?.inputText === undefined ? { input: JSON.parse(input) as unknown } : { inputText: input }),
    }));

for (const { name, model, bytes, expected } of FIXTURES) {
  test(`${name}: ${expected.about}`, async () => {
    for (const chunk of [bytes.length, 7, 1]) {
      const models = providerModels({ env: FIXTURE_ENV, fetch: answering(bytes, chunk) });
      const { parts, error } = await receive(await models.get(model));
      const finish = finishOf(parts);
      const data = JSON.stringify(parts.map((part) => ("providerData" in part ? part.providerData : undefined)));
      assert.deepEqual(
        {
          text: textOf(parts),
          reasoning: textOf(parts, "reasoning_delta"),
          calls: callsOf(parts, expected.calls),
          stop: finish?.stop,
          usage: finish?.usage,
          error: error === undefined ? undefined : { code: error.code },
        },
        {
          text: expected.text,
          reasoning: expected.reasoning,
          calls: expected.calls,
          stop: expected.stop,
          usage: expected.usage,
          error: expected.error,
        },
      );
      if (expected.cost !== undefined) assert.equal(finish?.cost, expected.cost);
      for (const text of expected.providerData ?? []) assert.ok(data.includes(text), `${text} is lost`);
    }
  });
}
