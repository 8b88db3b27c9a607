import type { SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { BodyOptions } from "./body-options.ts";
import type { ModelRequest, Thinking } from "../model/index.ts";

/** A provider's deviations in request format and cost reports. All fields are optional. */
export interface Dialect {
  /**
   * Returns provider-specific request options. `thinking` is a level that the model supports; undefined if it has none.
   */
  readonly options?: (request: ModelRequest, thinking: Thinking | undefined) => SharedV4ProviderOptions;
  /** Passes the user's body fields to the adapter. Absent: they are merged into the serialized body. */
  readonly bodyOptions?: (options: BodyOptions) => SharedV4ProviderOptions;
  /** Returns extra request headers, such as a session ID for cache affinity. */
  readonly headers?: (request: ModelRequest) => Readonly<Record<string, string>>;
  /** True if `options` sets the thinking level, so the adapter must not. */
  readonly ownThinking?: boolean;
  /** True if the sections of the system prompt are sent as one message. */
  readonly oneSystemMessage?: boolean;
  /** True if reasoning is omitted from the history because the provider rejects the field. */
  readonly noReasoning?: boolean;
  /** True if tool result images are sent in a following user message: the provider accepts only text in results. */
  readonly imagesAfterResults?: boolean;
  /** Converts a tool call ID to one that the provider accepts. Must be deterministic. */
  readonly callId?: (id: string) => string;
  /**
   * The option that marks the end of a cached prefix: at most four, on the last tool and on the messages of
   * `cachePlaces`. Absent: the provider caches automatically, or not at all.
   */
  readonly cacheMark?: SharedV4ProviderOptions;
  /**
   * Known event types. Events of other types are ignored, as the provider requires. Absent: the adapter ignores them.
   */
  readonly eventTypes?: ReadonlySet<string>;
  /** Returns the cost of a response in USD from the provider's usage report. */
  readonly reportedCost?: (usage: Readonly<Record<string, unknown>>) => number | undefined;
}
