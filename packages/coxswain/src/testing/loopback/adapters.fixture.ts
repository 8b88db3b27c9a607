import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Prompt, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { Wire } from "./request.ts";

/** A provider's adapter with a loopback server as its base URL. */
export interface Adapter {
  readonly name: string;
  readonly wire: Wire;
  readonly model: (url: string) => LanguageModelV4;
  readonly options?: LanguageModelV4CallOptions["providerOptions"];
  /** True if the wire supports reasoning, cache write tokens and reasoning tokens. */
  readonly reasoning: boolean;
  readonly cacheWrite: boolean;
  /** Its finish reason for a truncated stream. Default: `interrupted`. */
  readonly cutFinish?: "error";
}

const apiKey = "no-key";

export const ADAPTERS: readonly Adapter[] = [
  {
    name: "@ai-sdk/anthropic",
    wire: "anthropic",
    model: (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey })("claude-sonnet-4-5"),
    options: { anthropic: { thinking: { type: "enabled", budgetTokens: 2048 } } },
    reasoning: true,
    cacheWrite: true,
  },
  {
    name: "@ai-sdk/openai, chat",
    wire: "openai-chat",
    model: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).chat("gpt-4.1"),
    reasoning: false,
    cacheWrite: true,
  },
  {
    name: "@ai-sdk/openai-compatible",
    wire: "openai-chat",
    model: (url) => createOpenAICompatible({ name: "local", baseURL: `${url}/v1`, apiKey, includeUsage: true })("qwen3"),
    reasoning: true,
    cacheWrite: false,
    cutFinish: "error",
  },
  {
    name: "@ai-sdk/openai, responses",
    wire: "openai-responses",
    model: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).responses("gpt-5"),
    options: { openai: { store: false } },
    reasoning: true,
    cacheWrite: true,
  },
  {
    name: "@ai-sdk/google",
    wire: "gemini",
    model: (url) => createGoogle({ baseURL: `${url}/v1beta`, apiKey })("gemini-3-pro-preview"),
    reasoning: true,
    cacheWrite: false,
  },
];

const HELLO: LanguageModelV4Prompt = [{ role: "user", content: [{ type: "text", text: "Hello" }] }];

/** Streams one response, and returns its parts. */
export const stream = async (
  adapter: Adapter,
  url: string,
  prompt: LanguageModelV4Prompt = HELLO,
  signal?: AbortSignal,
): Promise<LanguageModelV4StreamPart[]> => {
  const result = await adapter.model(url).doStream({
    prompt,
    maxOutputTokens: 4096,
    ...(adapter.options === undefined ? {} : { providerOptions: adapter.options }),
    ...(signal === undefined ? {} : { abortSignal: signal }),
  });
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of result.stream) parts.push(part);
  return parts;
};

export const textOf = (parts: readonly LanguageModelV4StreamPart[], type: "text-delta" | "reasoning-delta" = "text-delta"): string =>
  parts.map((part) => (part.type === type ? part.delta : "")).join("");

export const callsOf = (parts: readonly LanguageModelV4StreamPart[]) => parts.filter((part) => part.type === "tool-call");

export const finishOf = (parts: readonly LanguageModelV4StreamPart[]) => {
  const part = parts.find(({ type }) => type === "finish");
  if (part?.type !== "finish") throw new Error("The stream has no finish.");
  return part;
};

export const errorsOf = (parts: readonly LanguageModelV4StreamPart[]) => parts.filter(({ type }) => type === "error");

/** Returns the metadata to send back with the reasoning, such as its signature. */
export const reasoningMetadata = (parts: readonly LanguageModelV4StreamPart[]) =>
  parts
    .filter((part) => part.type === "reasoning-start" || part.type === "reasoning-delta" || part.type === "reasoning-end")
    .findLast(({ providerMetadata }) => providerMetadata !== undefined)?.providerMetadata ?? {};
