import type { Message, StopReason } from "./message.ts";
import type { ProviderData } from "./part.ts";
import type { Thinking } from "./thinking.ts";
import type { Usage } from "./usage.ts";

/** What is known of a model. */
export interface ModelInfo {
  /** `provider/model`, as `anthropic/claude-sonnet-4-5`. */
  readonly reference: string;
  readonly provider: string;
  /** The model's name at its provider. */
  readonly id: string;
  /** A name for people. */
  readonly name: string;
  /** Tokens of input and output together; absent when it is not known. */
  readonly contextWindow?: number;
  /** Tokens that one response may have at most. */
  readonly maxOutput?: number;
  /** Whether it takes images. */
  readonly vision: boolean;
  /** The levels of thinking that it can be asked for; empty when it has none. */
  readonly thinking: readonly Thinking[];
  /** USD per million tokens. */
  readonly price?: Price;
}

export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  /** Other prices for prompts of more than `above` tokens, lowest limit first. */
  readonly tiers?: readonly (Omit<Price, "tiers"> & { readonly above: number })[];
}

/** A tool as the model is told of it. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments, of type `object`. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** All that goes to a model for one response. */
export interface ModelRequest {
  /** Sections of the system prompt, in order. */
  readonly system: readonly string[];
  /** Valid for every provider: calls and results in pairs, user or tool messages between the assistant's. */
  readonly messages: readonly Exclude<Message, { readonly role: "system" }>[];
  readonly tools: readonly ToolSpec[];
  readonly thinking: Thinking;
  readonly maxOutputTokens: number;
  /** Absent: the model's own default. */
  readonly temperature?: number;
  /** Further fields of the request's body, as the model's provider names them. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Stays the same over a session's requests; some providers route by it to a warm cache. */
  readonly sessionId?: string;
  readonly signal: AbortSignal;
}

/** What arrives of a response, in order. Parts of one `id` belong together; `id` is the provider's and not unique. */
export type StreamPart =
  | { readonly type: "text_start"; readonly id: string }
  | { readonly type: "text_delta"; readonly id: string; readonly delta: string }
  | { readonly type: "text_end"; readonly id: string; readonly providerData?: ProviderData }
  | { readonly type: "reasoning_start"; readonly id: string; readonly providerData?: ProviderData }
  | { readonly type: "reasoning_delta"; readonly id: string; readonly delta: string }
  /** `text`, when set, replaces what the deltas said. */
  | { readonly type: "reasoning_end"; readonly id: string; readonly text?: string; readonly providerData?: ProviderData }
  | { readonly type: "tool_input_start"; readonly id: string; readonly name: string }
  | { readonly type: "tool_input_delta"; readonly id: string; readonly delta: string }
  /** A whole call; `input` is the arguments' text as the model wrote it, which may not be JSON. */
  | {
      readonly type: "tool_call";
      readonly id: string;
      readonly name: string;
      readonly input: string;
      readonly providerData?: ProviderData;
    }
  /** The last part of a whole response. */
  | { readonly type: "finish"; readonly stop: StopReason; readonly usage: Usage; readonly cost?: number };

/**
 * A model that can be asked. It never retries.
 *
 * The stream of a whole response ends with exactly one `finish`. One that fails throws a ModelError, at whatever point;
 * one that just ends was cut off. When `request.signal` aborts, the stream throws a ModelError of code `aborted`, or
 * simply never goes on: the caller does not wait for it.
 */
export interface Model {
  readonly info: ModelInfo;
  stream(request: ModelRequest): AsyncIterable<StreamPart>;
}
