import assert from "node:assert/strict";
import { test } from "node:test";
import { type AssistantPart, type ModelRequest, NO_USAGE, type StreamPart, type ToolMessage } from "../../model/index.ts";
import { answering, FIXTURE_ENV, FIXTURES } from "../fixtures.fixture.ts";
import { providerModels } from "../provider-models.ts";
import { finishOf, receive, request } from "../wires.fixture.ts";
import { compare } from "./comparison.fixture.ts";
import { oracle } from "./oracle.fixture.ts";
import { WRITTEN_WIRES } from "./written-wires.fixture.ts";

type Messages = ModelRequest["messages"];

/** Builds the content of a received message. */
const contentOf = (parts: readonly StreamPart[]): readonly AssistantPart[] => {
  const texts = new Map<string, string>();
  return parts.flatMap((part): readonly AssistantPart[] => {
    const data = "providerData" in part && part.providerData !== undefined ? { providerData: part.providerData } : {};
    switch (part.type) {
      case "text_start":
      case "reasoning_start":
        texts.set(part.id, "");
        return [];
      case "text_delta":
      case "reasoning_delta":
        texts.set(part.id, (texts.get(part.id) ?? "") + part.delta);
        return [];
      case "text_end":
        return [{ type: "text", text: texts.get(part.id) ?? "", ...data }];
      case "reasoning_end":
        return [{ type: "reasoning", text: part.text ?? texts.get(part.id) ?? "", ...data }];
      case "tool_call":
        return [{ type: "tool_call", id: part.id, name: part.name, input: parsed(part.input), ...data }];
      default:
        return [];
    }
  });
};

const parsed = (input: string): unknown => {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
};

const resultsOf = (content: readonly AssistantPart[]): readonly ToolMessage[] =>
  content.flatMap((part): readonly ToolMessage[] =>
    part.type === "tool_call"
      ? [{ role: "tool", callId: part.id, name: part.name, content: [{ type: "text", text: "Fine." }], isError: false }]
      : [],
  );

for (const { provider, differences } of WRITTEN_WIRES) {
  for (const { name, model, bytes } of FIXTURES.filter((fixture) => fixture.model.startsWith(`${provider}/`))) {
    test(`${name}: sends the received message back as the adapter does`, async () => {
      const { parts } = await receive(await providerModels({ env: FIXTURE_ENV, fetch: answering(bytes) }).get(model));
      const content = contentOf(parts);
      const hello: Messages = [{ role: "user", content: [{ type: "text", text: "Hello" }] }];
      const data = finishOf(parts)?.providerData;
      const answer = { role: "assistant", content, model, stop: "stop", usage: NO_USAGE } as const;
      const whole = data === undefined ? answer : { ...answer, providerData: data };
      const answered: Messages = [...hello, whole, ...resultsOf(content)];
      const both = await oracle({ provider, id: model.slice(provider.length + 1) });
      assert.ok(parts.length > 0);
      // During the run, and after the next prompt.
      await compare(both, request({ messages: answered }), differences);
      await compare(both, request({ messages: [...answered, ...hello] }), differences);
    });
  }
}
