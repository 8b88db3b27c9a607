import fc from "fast-check";
import {
  type AssistantPart,
  type ModelRequest,
  NO_USAGE,
  type ProviderData,
  THINKING_LEVELS,
  type ToolMessage,
  type ToolResultPart,
  type ToolSpec,
  type UserPart,
} from "../../model/index.ts";

type Message = ModelRequest["messages"][number];
type Messages = readonly Message[];

/** Provider data of a wire's own and of other kinds. Reasoning without its data is included by the generator. */
export interface DataArbitraries {
  readonly text: fc.Arbitrary<ProviderData>;
  readonly reasoning: fc.Arbitrary<ProviderData>;
  readonly call: fc.Arbitrary<ProviderData>;
  /** Data of whole responses. Default: none. */
  readonly response?: fc.Arbitrary<ProviderData>;
}

/** Requests that the contract of `ModelRequest` allows, and the same with fewer rounds, as an earlier turn sent them. */
export interface GeneratedRequest {
  readonly earlier: ModelRequest;
  readonly request: ModelRequest;
}

export const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const FOREIGN: ProviderData = { elsewhere: { signature: "x", caller: { type: "direct" } } };

const words = fc.oneof(
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }) },
  fc.constantFrom("", " ", "\n\t", " a ", "b\n", "…", "\ud800", "\u2028", "é👍"),
);
const image = fc.record(
  {
    type: fc.constant("image" as const),
    mediaType: fc.constantFrom("image/png", "image/jpeg", "image/gif", "image/webp"),
    data: fc.constant(PIXEL),
    name: words,
  },
  { requiredKeys: ["type", "mediaType", "data"] },
);
const plainText = fc.record({ type: fc.constant("text" as const), text: words });
const input = fc.oneof(
  fc.dictionary(
    fc.string({ maxLength: 4 }).filter((name) => name !== "__proto__"),
    fc.jsonValue({ maxDepth: 2 }),
    { maxKeys: 3, noNullPrototype: true },
  ),
  fc.constantFrom(null, "", "{broken", 7, ["a"], undefined),
);
const ids = fc.constantFrom("call_1", "toolu_01", `fc_${"x".repeat(60)}`, "call:ä|1");

const partWith = <Part extends object>(part: fc.Arbitrary<Part>, data: fc.Arbitrary<ProviderData>) =>
  fc
    .tuple(part, fc.option(fc.oneof({ weight: 4, arbitrary: data }, fc.constant(FOREIGN)), { nil: undefined }))
    .map(([plain, providerData]): Part => (providerData === undefined ? plain : { ...plain, providerData }));

const assistantPart = (data: DataArbitraries): fc.Arbitrary<AssistantPart> =>
  fc.oneof(
    partWith(plainText, data.text),
    partWith(fc.record({ type: fc.constant("reasoning" as const), text: words }), data.reasoning),
    partWith(fc.record({ type: fc.constant("tool_call" as const), id: ids, name: fc.constantFrom("ls", "write"), input }), data.call),
  );

interface Round {
  readonly prompts: readonly (readonly UserPart[])[];
  readonly parts: readonly AssistantPart[];
  readonly data?: ProviderData | undefined;
  readonly results: readonly { readonly content: readonly ToolResultPart[]; readonly isError: boolean }[];
}

const rounds = (data: DataArbitraries): fc.Arbitrary<readonly Round[]> => {
  const content = fc.array(fc.oneof(plainText, image), { maxLength: 3 });
  return fc.array(
    fc.record({
      prompts: fc.array(content, { maxLength: 2 }),
      parts: fc.array(assistantPart(data), { maxLength: 5 }),
      ...(data.response === undefined ? {} : { data: fc.option(data.response, { nil: undefined }) }),
      results: fc.array(fc.record({ content, isError: fc.boolean() }), { minLength: 5, maxLength: 5 }),
    }),
    { maxLength: 5 },
  );
};

const prompt = (content: readonly UserPart[]): Message => ({ role: "user", content });

/** Numbers the calls, because an ID is unique within a session. */
const messagesOf = (round: Round, number: number): Messages => {
  const parts = round.parts.map((part, at) => (part.type === "tool_call" ? { ...part, id: `${part.id}_${number}_${at}` } : part));
  const results = parts.flatMap((part, at): readonly ToolMessage[] => {
    const { content = [], isError = false } = round.results[at] ?? {};
    return part.type === "tool_call" ? [{ role: "tool", callId: part.id, name: part.name, content, isError }] : [];
  });
  const answer = { role: "assistant", content: parts, model: "x/y", stop: "stop", usage: NO_USAGE } as const;
  const hasContent = parts.some((part) => part.type === "tool_call" || (part.type === "text" && part.text.trim() !== ""));
  const whole = round.data === undefined || !hasContent ? answer : { ...answer, providerData: round.data };
  return [...round.prompts.map(prompt), whole, ...results];
};

const tool: fc.Arbitrary<ToolSpec> = fc.record({
  name: fc.constantFrom("ls", "write", "edit"),
  description: words,
  inputSchema: fc.constantFrom(
    { type: "object", properties: {} },
    { type: "object", properties: { path: { type: "string", description: "…" } }, required: ["path"], additionalProperties: false },
  ),
});

export const requests = (data: DataArbitraries): fc.Arbitrary<GeneratedRequest> =>
  fc
    .record({
      rounds: rounds(data),
      last: fc.option(fc.array(fc.oneof(plainText, image), { minLength: 1, maxLength: 2 }), { nil: undefined, freq: 2 }),
      shorter: fc.nat({ max: 5 }),
      system: fc.array(words, { maxLength: 3 }),
      tools: fc.uniqueArray(tool, { maxLength: 3, selector: ({ name }) => name }),
      thinking: fc.constantFrom(...THINKING_LEVELS),
      maxOutputTokens: fc.constantFrom(1, 1024, 8192, 60_000, 200_000),
      temperature: fc.option(fc.constantFrom(-1, 0, 0.5, 1, 1.7), { nil: undefined }),
      options: fc.option(
        fc.constantFrom({}, { top_k: 3 }, { temperature: null, metadata: { user_id: "u" } }, { messages: [], stream: false }),
        {
          nil: undefined,
        },
      ),
      sessionId: fc.option(fc.constant("session-1"), { nil: undefined }),
    })
    .map(({ rounds: all, last, shorter, temperature, options, sessionId, ...fields }): GeneratedRequest => {
      const messages = all.map(messagesOf);
      const request = {
        ...fields,
        ...(temperature === undefined ? {} : { temperature }),
        ...(options === undefined ? {} : { options }),
        ...(sessionId === undefined ? {} : { sessionId }),
        signal: new AbortController().signal,
      };
      return {
        earlier: { ...request, messages: messages.slice(0, shorter).flat() },
        request: { ...request, messages: [...messages.flat(), ...(last === undefined ? [] : [prompt(last)])] },
      };
    });
