import { allowAll, createRuntime, providerModels, type Runtime, type Store } from "coxswain";
import { sayTool } from "./wire-scene.ts";

type Body = Readonly<Record<string, unknown>>;

/** A provider that runs a tool: a response that used it, a plain response, and what has to come back. */
export interface ToolProvider {
  readonly model: string;
  readonly key: string;
  /** The user's options of the provider: they turn the tool on. */
  readonly options: Body;
  /** The events of a response that used the tool. */
  readonly used: readonly object[];
  /** The events of a plain response. */
  readonly plain: (text: string) => readonly object[];
  /** The content that the provider requires back, in order. */
  readonly content: readonly object[];
  /** Returns the content of the model's messages in a request. */
  readonly sent: (body: Body) => readonly unknown[];
}

const listOf = (value: unknown): readonly Body[] => (Array.isArray(value) ? (value as Body[]) : []);

const SEARCH = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "Claude Shannon" } };
const FOUND = {
  type: "web_search_tool_result",
  tool_use_id: "srvtoolu_1",
  content: [
    { type: "web_search_result", title: "Shannon", url: "https://a.example/", encrypted_content: "Eqgf\u00e9\ud83d\ude00", page_age: null },
  ],
};
const COMPACTION = { type: "compaction", content: "So far: a greeting." };

const anthropicStart = (usage: object) => ({
  type: "message_start",
  message: { id: "msg_1", role: "assistant", content: [], usage: { input_tokens: 100, output_tokens: 1, ...usage } },
});
const anthropicBlock = (index: number, content_block: object, ...deltas: readonly object[]) => [
  { type: "content_block_start", index, content_block },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];
const anthropicEnd = (usage: object = {}) => [
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 10, ...usage } },
  { type: "message_stop" },
];
const anthropicText = (index: number, text: string) => anthropicBlock(index, { type: "text", text: "" }, { type: "text_delta", text });

const WEB_ITEM = { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "Claude Shannon" } };
const REASONING_ITEM = { type: "reasoning", id: "rs_1", encrypted_content: "sealed", summary: [] };
const responsesItem = (output_index: number, item: object) => [
  { type: "response.output_item.added", output_index, item },
  { type: "response.output_item.done", output_index, item },
];
const responsesText = (output_index: number, delta: string) => {
  const item = { type: "message", id: "msg_1", role: "assistant", content: [] };
  const [added = {}, done = {}] = responsesItem(output_index, item);
  return [added, { type: "response.output_text.delta", item_id: "msg_1", output_index, delta }, done];
};
const responsesEnd = (input_tokens: number) => [{ type: "response.completed", response: { usage: { input_tokens, output_tokens: 10 } } }];

const CODE = { executableCode: { language: "PYTHON", code: "print(4)" }, thoughtSignature: "sig" };
const OUTPUT = { codeExecutionResult: { outcome: "OUTCOME_OK", output: "4\n" } };
const geminiParts = (...parts: readonly object[]) => ({ candidates: [{ content: { parts } }] });
const geminiEnd = (usage: object = {}) => ({
  candidates: [{ finishReason: "STOP" }],
  usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10, ...usage },
});

export const TOOL_PROVIDERS: Readonly<Record<string, ToolProvider>> = {
  "Anthropic's web search and compaction": {
    model: "anthropic/claude-sonnet-4-5",
    key: "ANTHROPIC_API_KEY",
    options: {
      tools: [{ type: "web_search_20250305", name: "web_search", max_uses: 3 }],
      context_management: { edits: [{ type: "compact_20260112" }] },
    },
    used: [
      anthropicStart({}),
      ...anthropicBlock(0, { type: "compaction", content: null }, { type: "compaction_delta", content: COMPACTION.content }),
      ...anthropicBlock(1, { ...SEARCH, input: {} }, { type: "input_json_delta", partial_json: JSON.stringify(SEARCH.input) }),
      ...anthropicBlock(2, FOUND),
      ...anthropicText(3, "Born in 1916."),
      // The sum of passes that read the conversation again and again.
      ...anthropicEnd({ input_tokens: 900_000 }),
    ],
    plain: (text) => [anthropicStart({}), ...anthropicText(0, text), ...anthropicEnd()],
    content: [COMPACTION, SEARCH, FOUND],
    sent: ({ messages }) => listOf(messages).flatMap(({ role, content }) => (role === "assistant" ? listOf(content) : [])),
  },
  "OpenAI's web search": {
    model: "openai/gpt-5",
    key: "OPENAI_API_KEY",
    options: { tools: [{ type: "web_search" }] },
    used: [
      ...responsesItem(0, REASONING_ITEM),
      ...responsesItem(1, WEB_ITEM),
      ...responsesText(2, "Born in 1916."),
      ...responsesEnd(900_000),
    ],
    plain: (text) => [...responsesText(0, text), ...responsesEnd(100)],
    content: [REASONING_ITEM, WEB_ITEM],
    sent: ({ input }) => listOf(input).filter(({ role, type }) => role === "assistant" || type !== undefined),
  },
  "Google's code execution": {
    model: "google/gemini-2.5-pro",
    key: "GEMINI_API_KEY",
    options: { tools: [{ codeExecution: {} }] },
    used: [
      geminiParts({ text: "Let me see." }, CODE, OUTPUT),
      geminiParts({ text: "Born in 1916." }),
      geminiEnd({ toolUsePromptTokenCount: 2_000_000 }),
    ],
    plain: (text) => [geminiParts({ text }), geminiEnd()],
    content: [CODE, OUTPUT],
    sent: ({ contents }) => listOf(contents).flatMap(({ role, parts }) => (role === "model" ? listOf(parts) : [])),
  },
};

/** A runtime over a store, whose providers answer with these events, in order. */
export interface ToolScene {
  readonly runtime: Runtime;
  /** The bodies of all answered requests. */
  readonly bodies: Body[];
}

export interface ToolSceneOptions {
  /** Bytes of each chunk of an answer. Default: one chunk. */
  readonly chunk?: number;
  /** Returns the message with which the provider refuses a request; undefined: it answers. Default: it answers all. */
  readonly refuse?: (body: Body) => string | undefined;
}

export const toolScene = (
  store: Store,
  answers: readonly (readonly object[])[],
  { chunk = Infinity, refuse = () => undefined }: ToolSceneOptions = {},
): ToolScene => {
  const bodies: Body[] = [];
  const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    const asked = JSON.parse(init?.body as string) as Body;
    const message = refuse(asked);
    if (message !== undefined) return Response.json({ error: { type: "invalid_request_error", message } }, { status: 400 });
    const events = answers[bodies.length] ?? [];
    bodies.push(asked);
    const bytes = new Uint8Array(Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")));
    const size = Math.min(chunk, bytes.length);
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_item, at) => bytes.subarray(at * size, (at + 1) * size));
    return new Response(ReadableStream.from(chunks), { headers: { "content-type": "text/event-stream" } });
  };
  const env = Object.fromEntries(Object.values(TOOL_PROVIDERS).map(({ key }) => [key, "sk-test-123456"]));
  const runtime = createRuntime({ store, models: providerModels({ env, fetch }), tools: [sayTool()], policy: allowAll() });
  return { runtime, bodies };
};
