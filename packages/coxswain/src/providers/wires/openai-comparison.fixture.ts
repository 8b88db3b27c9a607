import fc from "fast-check";
import type { AssistantMessage, AssistantPart, ModelRequest } from "../../model/index.ts";
import { COMPATIBLE_SERVERS } from "../compatible-providers.ts";
import { sentParts } from "../message-content.ts";
import { type Difference, type WrittenWire, OWN_USER_AGENT } from "./comparison.fixture.ts";
import type { Written } from "./oracle.fixture.ts";

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

/** Returns a difference for responses of which nothing is sent. */
const emptyMessages = (isSent: (part: AssistantPart) => boolean): Difference => ({
  reason: "the adapter sends an empty message for a response of reasoning that is not sent back",
  request: (request) => ({
    ...request,
    messages: request.messages.filter((message) => message.role !== "assistant" || sentParts(message.content).some(isSent)),
  }),
});

const THOUGHT_SIGNATURES: Difference = {
  reason: "the adapter does not send the signatures of calls back, which Gemini requires behind a server of this API",
  written: (written, request) => {
    const parts = request.messages.flatMap((message) => (message.role === "assistant" ? message.content : []));
    const signatures = parts.filter((part) => part.type === "tool_call").map(signatureOf);
    let at = 0;
    const messages = (written.body["messages"] as readonly { readonly tool_calls?: readonly object[] }[]).map((message) => {
      const calls = message.tool_calls?.map((call) => {
        const signature = signatures[at++];
        return signature === undefined ? call : { ...call, extra_content: { google: { thought_signature: signature } } };
      });
      return calls === undefined ? message : { ...message, tool_calls: calls };
    });
    return { ...written, body: { ...written.body, messages } };
  },
};

const signatureOf = ({ providerData }: AssistantPart): unknown =>
  (providerData?.["openai"] as { readonly thoughtSignature?: string } | undefined)?.thoughtSignature;

export const CHAT: WrittenWire = {
  provider: "openai-chat",
  unknownIds: [...UNKNOWN_IDS, "gpt-4o-search-preview", "gpt-4o-mini-search-preview-2025-03-11"],
  data: {
    text: fc.constant({ openai: {} }),
    reasoning: fc.constant({ openai: {} }),
    call: fc.constantFrom({ openai: {} }, { openai: { thoughtSignature: "sig" } }),
  },
  differences: [OWN_USER_AGENT, emptyMessages(({ type }) => type !== "reasoning"), THOUGHT_SIGNATURES],
};

/** A written message of Chat Completions. */
type Fields = Readonly<Record<string, unknown>>;

/** Changes the responses in a request to a server that accepts reasoning. `message`: the response before it was written. */
const changedResponses = (
  { url, body, ...rest }: Written,
  request: ModelRequest,
  change: (written: Fields, message: AssistantMessage, server: { readonly host: string; readonly model: string }) => Fields,
): Written => {
  const server = { host: new URL(url).hostname, model: String(body["model"]) };
  if (["api.mistral.ai", "api.groq.com", "api.cerebras.ai"].includes(server.host)) return { url, body, ...rest };
  const sent = request.messages
    .filter((message) => message.role === "assistant")
    .filter(({ content }) => sentParts(content).some((part) => part.type !== "reasoning" || part.text !== ""));
  let at = 0;
  const messages = (body["messages"] as readonly Fields[]).map((written) => {
    const message = written["role"] === "assistant" ? sent[at++] : undefined;
    return message === undefined ? written : change(written, message, server);
  });
  return { url, body: { ...body, messages }, ...rest };
};

const REASONING_BLOCKS: Difference = {
  reason: "the adapter loses OpenRouter's reasoning blocks, which replace the text of reasoning",
  written: (written, request) =>
    changedResponses(written, request, ({ reasoning_content, ...fields }, { providerData }) => {
      const data = Object.values(providerData ?? {})[0] as Fields | undefined;
      const blocks = data?.["reasoning_details"];
      if (blocks !== undefined) return { ...fields, reasoning_details: blocks };
      return reasoning_content === undefined ? fields : { ...fields, reasoning_content };
    }),
};

const STAND_INS: Difference = {
  reason: "the adapter does not know that DeepSeek, Kimi and Gemini reject responses without their reasoning",
  written: (written, request) =>
    changedResponses(written, request, (fields, message, { host, model }) => {
      if (fields["reasoning_content"] !== undefined || fields["reasoning_details"] !== undefined) return fields;
      const [call] = fields["tool_calls"] === undefined ? [] : (fields["tool_calls"] as readonly Fields[]);
      if (host === "api.deepseek.com" || model.includes("deepseek")) return { ...fields, reasoning_content: "" };
      if (call === undefined) return fields;
      if (host === "api.moonshot.ai" || model.toLowerCase().includes("kimi")) return { ...fields, reasoning_content: " " };
      if (host !== "openrouter.ai" || !/google\/gemini-(?!2)/.test(model)) return fields;
      const skip = { type: "reasoning.encrypted", id: call["id"], data: "skip_thought_signature_validator" };
      return { ...fields, reasoning_details: [{ ...skip, format: "google-gemini-v1", index: 0 }] };
    }),
};

const [provider = "", ...others] = COMPATIBLE_SERVERS.map(({ name }) => name);
const everyKey = (data: object) => Object.fromEntries([provider, ...others].map((name) => [name, data]));

const BLOCKS = [
  { type: "reasoning.text", text: "Hm.", signature: null, format: "anthropic-claude-v1", index: 0 },
  { type: "reasoning.encrypted", data: "CiQB+/==", id: "rs_1", format: "openai-responses-v1", index: 1 },
];

export const COMPATIBLE: WrittenWire = {
  provider,
  others,
  unknownIds: ["anthropic/claude-of-tomorrow", "qwen3:8b", "gpt-5"],
  data: {
    text: fc.constant(everyKey({})),
    reasoning: fc.constant(everyKey({})),
    call: fc.constantFrom(everyKey({}), everyKey({ thoughtSignature: "sig" })),
    response: fc.constantFrom(everyKey({}), everyKey({ reasoning_details: BLOCKS })),
  },
  differences: [OWN_USER_AGENT, emptyMessages((part) => part.type !== "reasoning" || part.text !== ""), REASONING_BLOCKS, STAND_INS],
};
