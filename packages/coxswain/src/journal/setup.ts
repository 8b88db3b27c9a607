import type { Budget, LoopOptions } from "../loop/index.ts";
import type { Thinking } from "../model/index.ts";
import type { RetryOptions } from "./retry-event.ts";
import type { CompactionOptions } from "./compaction-options.ts";

/** What a session is, as plain data: the first fact of its log, so that any process can open it again. */
export interface Setup extends Omit<LoopOptions, "stopWhen" | "claimCall"> {
  /** Reference of the model, as `anthropic/claude-sonnet-4-5`. */
  readonly model: string;
  /** Reference of the model for titles and summaries. Default: a small one of the model's provider, else the model itself. */
  readonly smallModel?: string;
  /** References of the models that a run goes on with, in this order, where the one that answers has failed for good. Default: none. */
  readonly fallbackModels?: readonly string[];
  /** How often and how long a request is made again that fails for the moment. */
  readonly retry?: RetryOptions;
  /** Default: `off`. Taken to the nearest level that the model has. */
  readonly thinking?: Thinking;
  /** Stands before all else in the system prompt, as a block of its own. Default: nothing. */
  readonly systemPrefix?: string;
  /** Added to the system prompt. */
  readonly instructions?: string;
  /** In place of `DEFAULT_SYSTEM_PROMPT`, the base of the system prompt. */
  readonly systemPrompt?: string;
  /** Names of the tools that the model may call. Default: all that the runtime has. */
  readonly tools?: readonly string[];
  /** Turns of one run; 0: unlimited. Default: 0. */
  readonly maxTurns?: number;
  /** What the session may spend over all its runs and branches. Default: no limits. */
  readonly budget?: Budget;
  /** Tokens of one response. Default: what the catalog says of the model, else 8192. */
  readonly maxOutputTokens?: number;
  /** Default: the model's own. */
  readonly temperature?: number;
  /**
   * Further fields of requests' bodies, as providers name them, by the provider that they are for: `{ openai: { service_tier:
   * "flex" } }`. Default: what `providerModels` was told of the provider and the model, over which these go.
   */
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Which reasoning goes back to the model. Default: `run`. */
  readonly reasoning?: "never" | "run" | "sameModel";
  readonly title?: string;
  /** Whether the small model is asked for a title when a session without one is first told something. Default: false. */
  readonly titles?: boolean;
  /** When a summary takes the place of the conversation's older part. */
  readonly compaction?: CompactionOptions;
}
