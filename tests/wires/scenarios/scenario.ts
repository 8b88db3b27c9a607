import type { ImagePart } from "coxswain/providers";
import type { LoopbackReply } from "coxswain/testing";
import fc from "fast-check";

/** One model for each wire and for each of its special rules. */
export const MODELS = {
  anthropic: { model: "anthropic/claude-sonnet-4-5", base: "/v1", key: "ANTHROPIC_API_KEY" },
  /** The conversation must end with a user message. */
  newer: { model: "anthropic/claude-opus-4-6", base: "/v1", key: "ANTHROPIC_API_KEY" },
  responses: { model: "openai/gpt-5", base: "/v1", key: "OPENAI_API_KEY" },
  chat: { model: "openai-chat/gpt-4.1", base: "/v1", key: "OPENAI_API_KEY" },
  gemini: { model: "google/gemini-2.5-pro", base: "/v1beta", key: "GEMINI_API_KEY" },
  /** Requires its signatures in later requests. */
  signing: { model: "google/gemini-3.1-pro-preview", base: "/v1beta", key: "GEMINI_API_KEY" },
  /** These require their reasoning in later requests. */
  deepseek: { model: "deepseek/deepseek-v4-pro", base: "/v1", key: "DEEPSEEK_API_KEY" },
  moonshot: { model: "moonshot/kimi-k3", base: "/v1", key: "MOONSHOT_API_KEY" },
  router: { model: "openrouter/google/gemini-3.1-pro-preview", base: "/v1", key: "OPENROUTER_API_KEY" },
} as const;

export type ModelName = keyof typeof MODELS;
const models = fc.constantFrom(...(Object.keys(MODELS) as ModelName[]));

/** An interruption of a run at its nth delta or tool. */
export type Interruption =
  | { readonly kind: "abort"; readonly delta: number }
  | { readonly kind: "steer" | "followUp" | "abortInTool"; readonly tool: number };

/** A step of a scenario. Fractions select an entry of the log. */
export type Step =
  | {
      readonly kind: "prompt";
      readonly words: string;
      readonly images: readonly ImagePart[];
      readonly replies: readonly LoopbackReply[];
      readonly interruption: Interruption | undefined;
    }
  | { readonly kind: "model"; readonly to: ModelName }
  | { readonly kind: "thinking"; readonly to: "off" | "low" | "high" }
  /** Kills the process before its last `lost` entries were written. */
  | { readonly kind: "crash"; readonly lost: number }
  | { readonly kind: "moveLeaf"; readonly to: number }
  | { readonly kind: "fork"; readonly at: number }
  | { readonly kind: "reset" }
  /** Compacts with a summary by the model. */
  | { readonly kind: "compact" }
  /** Appends a compaction entry of another program. */
  | { readonly kind: "foreignCompaction"; readonly from: number | null; readonly words: string }
  | { readonly kind: "uncompact" }
  | { readonly kind: "shell"; readonly output: string; readonly include: boolean }
  | { readonly kind: "repair"; readonly at: number; readonly part: number | undefined }
  /** Appends a message of another program. */
  | { readonly kind: "foreign"; readonly message: unknown };

export interface Scenario {
  readonly model: ModelName;
  readonly reasoning: "never" | "run" | "sameModel";
  readonly onAbort: "keep" | "discard";
  readonly parallel: boolean;
  readonly steps: readonly Step[];
}

const words = fc.constantFrom("words", "more words", "half \ud83d a pair", "nothing \0 here", "😀", "x".repeat(40));
const texts = fc.oneof({ arbitrary: words, weight: 6 }, { arbitrary: fc.constantFrom("", " \n"), weight: 1 });

const image = (type: string, header: string): ImagePart => ({
  type: "image",
  mediaType: `image/${type}`,
  data: Buffer.concat([Buffer.from(header, "latin1"), Buffer.alloc(36 - header.length)]).toString("base64"),
});
const png = (width: number): ImagePart => {
  const bytes = Buffer.alloc(36);
  bytes.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  bytes.writeUInt32BE(width, 16);
  return { type: "image", mediaType: "image/png", data: bytes.toString("base64") };
};
export const IMAGE = png(10);
const images = fc.constantFrom<ImagePart>(
  IMAGE,
  png(2_500),
  png(9_000),
  image("gif", "GIF89a"),
  image("webp", "RIFF\0\0\0\0WEBPVP8X"),
  image("jpeg", "GIF89a"),
  image("bmp", "BM"),
  { ...IMAGE, data: "no base64!" },
  { ...IMAGE, data: IMAGE.data.padEnd(5 * 2 ** 20 + 4, "A") },
);

const names = fc.constantFrom("say", "say", "work", "look", "fail", "unknown", "strange name!", "");
const inputs = fc.constantFrom<unknown>({ text: "a" }, {}, { text: "half \ud83d" }, { deep: { deeper: ["\0", null, 1.5] } });
const ids = fc.oneof(
  { arbitrary: fc.constant(undefined), weight: 4 },
  { arbitrary: fc.constantFrom("call_1", "functions.say:0", "x".repeat(50)), weight: 1 },
);
const calls = fc.array(
  fc.record({ id: ids, name: names, input: inputs }).map(({ id, ...call }) => (id === undefined ? call : { ...call, id })),
  { maxLength: 3 },
);

const faults = fc.oneof(
  { arbitrary: fc.constant(undefined), weight: 8 },
  { arbitrary: fc.nat(12).map((after) => ({ kind: "cut" as const, after })), weight: 1 },
  { arbitrary: fc.nat(12).map((after) => ({ kind: "error" as const, after })), weight: 1 },
);
const stops = fc.oneof(
  { arbitrary: fc.constant(undefined), weight: 8 },
  { arbitrary: fc.constantFrom("length" as const, "refusal" as const), weight: 1 },
);
const replies = fc
  .record({
    reasoning: fc.option(fc.constantFrom("hm", "let me think about it for a while"), { nil: undefined }),
    text: texts,
    calls,
    fault: faults,
    stop: stops,
  })
  .map((reply) => Object.fromEntries(Object.entries(reply).filter(([, value]) => value !== undefined)) as Exclude<LoopbackReply, string>);

const interruptions = fc.oneof(
  { arbitrary: fc.constant(undefined), weight: 4 },
  { arbitrary: fc.record({ kind: fc.constant("abort" as const), delta: fc.nat(6) }), weight: 1 },
  {
    arbitrary: fc.record({ kind: fc.constantFrom("steer" as const, "followUp" as const, "abortInTool" as const), tool: fc.nat(3) }),
    weight: 2,
  },
);

const prompts: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant("prompt" as const),
  words,
  images: fc.oneof({ arbitrary: fc.constant([]), weight: 3 }, { arbitrary: fc.array(images, { maxLength: 8 }), weight: 1 }),
  replies: fc.array(replies, { minLength: 1, maxLength: 4 }),
  interruption: interruptions,
});

/**
 * Parts and messages of other programs, some of them invalid. Reasoning has another model's signature: no program can
 * detect
 * a forged signature of the same model.
 */
const foreignParts = fc.oneof(
  texts.map((text) => ({ type: "text", text })),
  images,
  fc.record({
    type: fc.constant("tool_call"),
    id: fc.constantFrom("call_1", "call_2", "", "a b"),
    name: names,
    input: fc.oneof(inputs, fc.constantFrom<unknown>("{no", [1], null)),
  }),
  fc.constant({ type: "reasoning", text: "hm", providerData: { anthropic: { signature: "forged" } } }),
  fc.constant({ type: "text", text: "x", providerData: "none" }),
  fc.constantFrom<unknown>({ type: "video" }, { type: "text" }, { type: "tool_call" }),
);
const foreign = fc.record({
  role: fc.constantFrom("user", "assistant", "assistant", "tool", "tool", "system"),
  content: fc.array(foreignParts, { maxLength: 4 }),
  callId: fc.constantFrom("call_1", "call_2", "call_3", ""),
  name: names,
  model: fc.constantFrom("other/model", "anthropic/claude-opus-4-1"),
  stop: fc.constantFrom("stop", "interrupted"),
  usage: fc.constant({ input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 }),
  isError: fc.boolean(),
});

const outputs = fc.oneof({ arbitrary: texts, weight: 4 }, { arbitrary: fc.constant("x".repeat(1_100_000)), weight: 1 });
const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const others: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: models.map((to): Step => ({ kind: "model", to })), weight: 3 },
  { arbitrary: fc.constantFrom("off", "low", "high").map((to): Step => ({ kind: "thinking", to: to as "off" })), weight: 1 },
  { arbitrary: fc.nat(12).map((lost): Step => ({ kind: "crash", lost })), weight: 3 },
  { arbitrary: fraction.map((to): Step => ({ kind: "moveLeaf", to })), weight: 1 },
  { arbitrary: fraction.map((at): Step => ({ kind: "fork", at })), weight: 1 },
  { arbitrary: fc.constant<Step>({ kind: "reset" }), weight: 1 },
  { arbitrary: fc.constant<Step>({ kind: "compact" }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant("foreignCompaction" as const), from: fc.option(fraction), words: texts }), weight: 1 },
  { arbitrary: fc.constant<Step>({ kind: "uncompact" }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant("shell" as const), output: outputs, include: fc.boolean() }), weight: 1 },
  {
    arbitrary: fc.record({ kind: fc.constant("repair" as const), at: fraction, part: fc.option(fc.nat(2), { nil: undefined }) }),
    weight: 1,
  },
  { arbitrary: foreign.map((message): Step => ({ kind: "foreign", message })), weight: 3 },
);

/** Scenarios of users, models, crashes and other programs. */
export const scenarios = (steps: number): fc.Arbitrary<Scenario> =>
  fc.record({
    model: models,
    reasoning: fc.constantFrom("never", "run", "sameModel" as const),
    onAbort: fc.constantFrom("keep", "discard" as const),
    parallel: fc.boolean(),
    steps: fc.array(fc.oneof({ arbitrary: prompts, weight: 3 }, { arbitrary: others, weight: 2 }), {
      minLength: 1,
      maxLength: steps,
      size: "max",
    }),
  });
