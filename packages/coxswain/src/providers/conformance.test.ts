import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { ErrorClass, StopReason, StreamPart, Usage } from "../model/index.ts";
import { providerModels } from "./provider-models.ts";
import { finishOf, KEY, receive, textOf } from "./wires.fixture.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");

/** A model of each wire. */
const MODELS: Readonly<Record<string, string>> = {
  anthropic: "anthropic/claude-sonnet-4-5",
  gemini: "google/gemini-2.5-pro",
  "openai-chat": "openai-chat/gpt-4.1",
  "openai-compatible": "openrouter/deepseek/deepseek-v4-pro",
  "openai-responses": "openai/gpt-5",
};
const ENV = { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY, GEMINI_API_KEY: KEY, OPENROUTER_API_KEY: KEY };

interface Expected {
  readonly about: string;
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly id: string | null; readonly name: string; readonly input?: unknown; readonly inputText?: string }[];
  readonly stop?: StopReason;
  readonly usage?: Usage;
  readonly cost?: number;
  readonly error?: { readonly code: ErrorClass };
  readonly providerData?: readonly string[];
}

/** A fetch that answers with the bytes of a file, cut into chunks of so many. */
const answering = (bytes: Uint8Array<ArrayBuffer>, chunk: number) => async (): Promise<Response> => {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, at) => bytes.subarray(at * chunk, (at + 1) * chunk));
  return new Response(ReadableStream.from(chunks), { headers: { "content-type": "text/event-stream" } });
};

const callsOf = (parts: readonly StreamPart[], expected: Expected["calls"]) =>
  parts
    .filter((part) => part.type === "tool_call")
    .map(({ id, name, input }, at) => ({
      id: expected[at]?.id === null && id !== "" ? null : id,
      name,
      ...(expected[at]?.inputText === undefined ? { input: JSON.parse(input) as unknown } : { inputText: input }),
    }));

for (const wire of readdirSync(FIXTURES).filter((name) => name in MODELS)) {
  for (const file of readdirSync(join(FIXTURES, wire)).filter((name) => name.endsWith(".sse"))) {
    const bytes = new Uint8Array(readFileSync(join(FIXTURES, wire, file)));
    const expected = JSON.parse(readFileSync(join(FIXTURES, wire, file.replace(/sse$/, "json")), "utf8")) as Expected;

    test(`${wire}/${file}: ${expected.about}`, async () => {
      for (const chunk of [bytes.length, 7]) {
        const models = providerModels({ env: ENV, fetch: answering(bytes, chunk) });
        const { parts, error } = await receive(await models.get(MODELS[wire] ?? ""));
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
}
