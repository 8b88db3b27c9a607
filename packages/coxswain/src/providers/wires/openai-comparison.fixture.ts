import fc from "fast-check";
import { type Difference, type WrittenWire, OWN_USER_AGENT } from "./comparison.fixture.ts";

/** Model IDs that the catalog does not contain: snapshots, variants, future models and other vendors'. */
const UNKNOWN_IDS = [
  "gpt-5-2025-08-07",
  "gpt-5-mini-2025-08-07",
  "gpt-5-codex",
  "gpt-5.1-2025-11-13",
  "gpt-5.1-codex-max",
  "gpt-5.1-chat-latest",
  "gpt-5.2-codex",
  "gpt-5.2-pro-2025-12-11",
  "gpt-5.6",
  "gpt-5.6-sol-2026-07-01",
  "gpt-5.10-pro",
  "gpt-6-luna-2026-09-01",
  "gpt-6.1-sol-pro",
  "gpt-6-chat-latest",
  "gpt-7",
  "gpt-10.2-mini",
  "gpt-3.5-turbo-16k",
  "gpt-4.1-2025-04-14",
  "gpt-4o-audio-preview",
  "o3-2025-04-16",
  "o4-mini-2025-04-16",
  "o9",
  "codex-mini-latest",
  "ft:gpt-4.1:acme",
  "grok-4",
  "openai/gpt-5",
];

const ITEMS = ["rs_1", "rs_2"].flatMap((itemId) => [
  { itemId, reasoningEncryptedContent: "sealed" },
  { itemId, reasoningEncryptedContent: null },
  { itemId },
]);
const CALLERS = [{ type: "direct" }, { type: "program", callerId: "prog_1" }];

const SUMMARY_OF_LOWEST_EFFORT: Difference = {
  reason: "the adapter asks for detailed summaries while a model that always reasons is set to off, which not every model has",
  written: (written) => {
    const { reasoning } = written.body as { readonly reasoning?: { readonly summary?: string } };
    return reasoning?.summary === "detailed"
      ? { ...written, body: { ...written.body, reasoning: { ...reasoning, summary: "auto" } } }
      : written;
  },
};

const FAILED_RESULTS_WITH_IMAGES: Difference = {
  reason: "the adapter writes a failed result as an error only if it has no images",
  written: (written, request) => {
    const results = request.messages.filter((message) => message.role === "tool");
    let at = 0;
    const input = (written.body["input"] as readonly { readonly type?: string; readonly output?: unknown }[]).map((item) => {
      if (item.type !== "function_call_output" || results[at++]?.isError !== true || !Array.isArray(item.output)) return item;
      const [{ text }, ...images] = item.output as [{ readonly text: string }, ...object[]];
      return { ...item, output: [{ type: "input_text", text: JSON.stringify({ error: text }) }, ...images] };
    });
    return { ...written, body: { ...written.body, input } };
  },
};

export const RESPONSES: WrittenWire = {
  provider: "openai",
  unknownIds: UNKNOWN_IDS,
  data: {
    text: fc.constantFrom(
      { openai: { itemId: "msg_1" } },
      { openai: { itemId: "msg_1", phase: "commentary" } },
      { openai: { itemId: "msg_1", phase: "final_answer", annotations: [{ type: "url_citation", url: "https://example.com" }] } },
    ),
    reasoning: fc.constantFrom(...ITEMS, { reasoningEncryptedContent: "sealed" }).map((openai) => ({ openai })),
    call: fc
      .constantFrom(
        { itemId: "fc_1" },
        { itemId: "fc_1", async: true, namespace: "files" },
        ...CALLERS.map((caller) => ({ itemId: "fc_1", caller })),
        {
          parallelToolCall: { itemId: "fc_1", toolCallId: "call_1", toolName: "multi_tool_use.parallel", input: "{}", index: 0, count: 2 },
        },
      )
      .map((openai) => ({ openai })),
  },
  differences: [OWN_USER_AGENT, SUMMARY_OF_LOWEST_EFFORT, FAILED_RESULTS_WITH_IMAGES],
};
