import type { Message, StopReason, ProviderData, ProviderPart } from "./message.ts";
import type { Thinking } from "./thinking.ts";
import type { Usage } from "./usage.ts";

/** Properties of a model. */
export interface ModelInfo {
  /** `provider/model`, for example `anthropic/claude-sonnet-4-5`. */
  readonly reference: string;
  readonly provider: string;
  /** The model's name at its provider. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  /** Tokens of input and output together; absent when unknown. */
  readonly contextWindow?: number;
  /** Maximum number of tokens in one response. */
  readonly maxOutput?: number;
  /** True if the model accepts images. */
  readonly vision: boolean;
  /** Supported thinking levels; empty if the model has none. */
  readonly thinking: readonly Thinking[];
  /** Rules for reasoning in requests. Absent: the provider tolerates all of it. */
  readonly reasoningRules?: ReasoningRules;
  /** USD per million tokens. */
  readonly price?: Price;
}

/**
 * A provider's rule for the reasoning of its model's own earlier responses. `demanded`: it rejects requests without it.
 * `refused`: it rejects requests with it. `tolerated`: it accepts both.
 */
export type ReasoningRule = "demanded" | "tolerated" | "refused";

/** The rules for the messages of a model's own earlier responses. */
export interface ReasoningRules {
  /** Messages of the active run. */
  readonly run: ReasoningRule;
  /** Messages with tool calls of earlier runs. */
  readonly calls: ReasoningRule;
  /** Messages without tool calls of earlier runs. */
  readonly answers: ReasoningRule;
}

export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  /** Other prices for prompts of more than `above` tokens, lowest limit first. */
  readonly tiers?: readonly (Omit<Price, "tiers"> & { readonly above: number })[];
}

/** A tool as the model sees it. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments, of type `object`. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** The complete input for one response. */
export interface ModelRequest {
  /** Sections of the system prompt, in order. */
  readonly system: readonly string[];
  /** Valid for every provider: calls and results in pairs, user or tool messages between assistant messages. */
  readonly messages: readonly Exclude<Message, { readonly role: "system" }>[];
  readonly tools: readonly ToolSpec[];
  readonly thinking: Thinking;
  readonly maxOutputTokens: number;
  /** Absent: the model's own default. */
  readonly temperature?: number;
  /** Additional request body fields, named as the model's provider does. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** True: only the text of the response is used, so that tools of the options are not sent either. */
  readonly textOnly?: true;
  /** Constant across the requests of a session; some providers use it to route to a warm cache. */
  readonly sessionId?: string;
  readonly signal: AbortSignal;
}

/**
 * Stream events of a response, in order. Parts with the same `id` belong together; `id` is the provider's and not
 * unique.
 */
export type StreamPart =
  | { readonly type: "text_start"; readonly id: string }
  | { readonly type: "text_delta"; readonly id: string; readonly delta: string }
  | { readonly type: "text_end"; readonly id: string; readonly providerData?: ProviderData }
  | { readonly type: "reasoning_start"; readonly id: string; readonly providerData?: ProviderData }
  | { readonly type: "reasoning_delta"; readonly id: string; readonly delta: string }
  /** `text`, when set, replaces the text of the deltas. */
  | { readonly type: "reasoning_end"; readonly id: string; readonly text?: string; readonly providerData?: ProviderData }
  | { readonly type: "tool_input_start"; readonly id: string; readonly name: string }
  | { readonly type: "tool_input_delta"; readonly id: string; readonly delta: string }
  /** A complete call; `input` is the string of arguments that the model wrote, which may be invalid JSON. */
  | {
      readonly type: "tool_call";
      readonly id: string;
      readonly name: string;
      readonly input: string;
      readonly providerData?: ProviderData;
    }
  /** Complete content of the provider, such as the call of a tool that it runs itself. */
  | { readonly type: "provider"; readonly part: ProviderPart }
  /** The last part of a complete response. */
  | {
      readonly type: "finish";
      readonly stop: StopReason;
      readonly usage: Usage;
      readonly cost?: number;
      /** Opaque reasoning data of the whole response. */
      readonly providerData?: ProviderData;
      /** As in `AssistantMessage`. */
      readonly lastPass?: Usage;
    };

/**
 * A model that accepts requests. It never retries.
 *
 * The stream of a complete response ends with exactly one `finish`. A stream that fails throws a ModelError at any
 * point. A stream that ends without `finish` was truncated. When `request.signal` aborts, the stream throws a ModelError
 * with code `aborted` or stalls: callers must not wait for it.
 */
export interface Model {
  readonly info: ModelInfo;
  stream(request: ModelRequest): AsyncIterable<StreamPart>;
}

/** The models of a runtime: resolves `provider/model` to a usable model. */
export interface Models {
  /**
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   */
  get(reference: string): Promise<Model>;
  /**
   * Lists all models, including those without a key, or only those of one provider. For a local provider, queries its
   * server.
   */
  list(provider?: string): Promise<readonly ModelEntry[]>;
  /** Reference of the small model beside this one, for simple work; undefined when no cheaper model is available. */
  smallFor?(reference: string): Promise<string | undefined>;
}

export interface ModelEntry {
  readonly info: ModelInfo;
  /** True if the model is available now: it has a key, or needs none. */
  readonly available: boolean;
}

/**
 * Request body fields, on any wire, that define the request and the response format. Options cannot override them, except
 * `tools`, a list that is appended to the request's own.
 */
export const FIXED_FIELDS: readonly string[] = [
  "contents",
  "input",
  "instructions",
  "messages",
  "model",
  "stream",
  "system",
  "systemInstruction",
];
