import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import { ModelError, NO_USAGE, type ProviderData, type StopReason, type StreamPart } from "../model/index.ts";
import type { Dialect } from "./dialect.ts";
import type { Origin } from "./errors/index.ts";
import { ADAPTER } from "./message-parts.ts";
import { providerPart } from "./wires/index.ts";
import { type Ending, finishPart } from "./finish-part.ts";

/**
 * Returns a function that converts an adapter's stream parts for one response. It returns undefined for parts without
 * content, and throws for a part that reports a failure.
 */
export const partReader = (dialect: Dialect, origin: Origin): ((part: LanguageModelV4StreamPart) => StreamPart | undefined) => {
  const blocks = new Map<string, SharedV4ProviderMetadata>();
  const foreign = new Set<string>();
  let hasCalls = false;
  let hasProviderTools = false;

  // Any part of a block may carry provider data; the last one wins.
  const note = (id: string, data: SharedV4ProviderMetadata | undefined) => {
    if (data !== undefined) blocks.set(id, data);
  };
  const start = (id: string, data: SharedV4ProviderMetadata | undefined) => {
    blocks.delete(id);
    note(id, data);
  };

  return (part) => {
    switch (part.type) {
      case "text-delta":
        note(part.id, part.providerMetadata);
        return part.delta === "" ? undefined : { type: "text_delta", id: part.id, delta: part.delta };
      case "reasoning-delta":
        note(part.id, part.providerMetadata);
        return part.delta === "" ? undefined : { type: "reasoning_delta", id: part.id, delta: part.delta };
      case "tool-input-delta":
        return part.delta === "" || foreign.has(part.id) ? undefined : { type: "tool_input_delta", id: part.id, delta: part.delta };
      case "text-start":
        start(part.id, part.providerMetadata);
        return { type: "text_start", id: part.id };
      case "text-end":
        note(part.id, part.providerMetadata);
        return { type: "text_end", id: part.id, ...withProviderData(blocks.get(part.id)) };
      case "reasoning-start":
        start(part.id, part.providerMetadata);
        return { type: "reasoning_start", id: part.id, ...withProviderData(part.providerMetadata) };
      case "reasoning-end":
        note(part.id, part.providerMetadata);
        return { type: "reasoning_end", id: part.id, ...withProviderData(blocks.get(part.id)) };
      case "tool-input-start":
        if (part.providerExecuted === true) foreign.add(part.id);
        return foreign.has(part.id) ? undefined : { type: "tool_input_start", id: part.id, name: part.toolName };
      case "tool-call":
        // The provider has already executed this call.
        if (part.providerExecuted === true) {
          hasProviderTools = true;
          return providerCall(part);
        }
        hasCalls = true;
        return {
          type: "tool_call",
          id: part.toolCallId,
          name: part.toolName,
          input: part.input,
          ...withProviderData(part.providerMetadata),
        };
      case "tool-result":
        return part.preliminary === true ? undefined : providerResult(part);
      case "finish":
        return finishPart({ ...endingOf(part, dialect, origin), ...(hasProviderTools ? { lastPass: NO_USAGE } : {}) }, hasCalls, origin);
      case "error":
        if (isOfAnotherType(part.error, dialect.eventTypes)) return undefined;
        throw part.error;
      default:
        // Adapter notices, files and sources.
        return undefined;
    }
  };
};

type PartV4<Type extends LanguageModelV4StreamPart["type"]> = Extract<LanguageModelV4StreamPart, { type: Type }>;

const providerCall = ({ toolCallId, toolName, input, providerMetadata }: PartV4<"tool-call">): StreamPart => {
  const argument = jsonIn(input);
  const options = providerMetadata === undefined ? {} : { providerOptions: providerMetadata };
  const content = { type: "tool-call", toolCallId, toolName, input: argument, providerExecuted: true, ...options };
  return providerPart({ name: toolName, id: toolCallId, input: argument }, ADAPTER, { content });
};

const providerResult = ({ toolCallId, toolName, result, isError, providerMetadata }: PartV4<"tool-result">): StreamPart => {
  const failed = isError === true;
  const options = providerMetadata === undefined ? {} : { providerOptions: providerMetadata };
  const output = { type: failed ? "error-json" : "json", value: result };
  const content = { type: "tool-result", toolCallId, toolName, output, ...options };
  return providerPart({ name: toolName, id: toolCallId, output: result, failed }, ADAPTER, { content });
};

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

const isOfAnotherType = (error: unknown, types: ReadonlySet<string> | undefined): boolean => {
  if (types === undefined || !(error instanceof Error) || error.name !== "AI_TypeValidationError") return false;
  const { type } = ((error as { value?: unknown }).value ?? {}) as { type?: unknown };
  return typeof type === "string" && !types.has(type);
};

const withProviderData = (data: SharedV4ProviderMetadata | undefined): { readonly providerData?: ProviderData } =>
  data === undefined ? {} : { providerData: data };

const endingOf = ({ finishReason: { unified, raw }, usage }: FinishV4, { reportedCost }: Dialect, origin: Origin): Ending => {
  if (unified === "interrupted") throw new ModelError("transient", `The answer of ${origin.label} broke off before its end.`);
  const { total, noCache, cacheRead, cacheWrite } = usage.inputTokens;
  const { total: output, reasoning } = usage.outputTokens;
  const input = noCache ?? Number(total) - (cacheRead ?? 0) - (cacheWrite ?? 0);
  const cost = usage.raw === undefined ? undefined : reportedCost?.(usage.raw);
  return { stop: STOPS[unified], raw, usage: { input, cacheRead, cacheWrite, output, reasoning }, cost };
};

type FinishV4 = Extract<LanguageModelV4StreamPart, { type: "finish" }>;

const STOPS: Readonly<Record<Exclude<FinishV4["finishReason"]["unified"], "interrupted">, StopReason | "error">> = {
  stop: "stop",
  length: "length",
  "content-filter": "refusal",
  "tool-calls": "tool_calls",
  other: "other",
  error: "error",
};
