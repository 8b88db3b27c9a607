import type { SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { BodyOptions } from "./body-options.ts";
import type { ModelRequest, Thinking } from "../model/index.ts";

/** How one provider wants its requests and reports its prices, where it differs from the rest. All is optional. */
export interface Dialect {
  /** The provider's own options of a request. `thinking` is a level that the model offers; undefined when it offers none. */
  readonly options?: (request: ModelRequest, thinking: Thinking | undefined) => SharedV4ProviderOptions;
  /** How a person's own fields of the body are told to the adapter. Absent: they are put into the body that it has written. */
  readonly bodyOptions?: (options: BodyOptions) => SharedV4ProviderOptions;
  /** Headers of a request, as for a warm cache. */
  readonly headers?: (request: ModelRequest) => Readonly<Record<string, string>>;
  /** Whether `options` says all of thinking, so that the adapter is told nothing of it. */
  readonly ownThinking?: boolean;
  /** Whether the sections of the system prompt go out as one message. */
  readonly oneSystemMessage?: boolean;
  /** Whether reasoning is left out of the history: the provider refuses the field. */
  readonly noReasoning?: boolean;
  /** Whether images of tool results go out as a user message after them: the provider takes only text in results. */
  readonly imagesAfterResults?: boolean;
  /** The id of a tool call as the provider takes it. The same one for the same id, always. */
  readonly callId?: (id: string) => string;
  /** What marks the end of a prefix to be cached: at most four, on the last tool and where `cachePlaces` says. Absent: the provider caches by itself, or not at all. */
  readonly cacheMark?: SharedV4ProviderOptions;
  /** The types of the stream's events. One of another type is passed over, as the provider asks of its clients. Absent: the adapter does so. */
  readonly eventTypes?: ReadonlySet<string>;
  /** The price of a response in USD, from the provider's report of its usage. */
  readonly reportedCost?: (usage: Readonly<Record<string, unknown>>) => number | undefined;
}
