import type { ErrorCode } from "../base/index.ts";
import type { AssistantMessage, ToolCallPart, ToolMessage, UserMessage } from "../model/index.ts";

/** The strongest effect that a tool can have outside of the session. The loop records any but `read` before the tool starts. */
export type Effect = "read" | "write" | "execute" | "network";

/** A message that waits for delivery to the model, with the id of its future entry. */
export interface Queued {
  readonly id: string;
  readonly message: UserMessage;
  /** False: names in it that could be expanded are text. */
  readonly expand?: false;
}

/** The end of a run, as a value: a run never throws. */
export type Outcome =
  /** The model stopped, and no message was queued. `output`: the value of the reply, in a run with structured output. */
  | { readonly kind: "done"; readonly reply: AssistantMessage; readonly output?: unknown }
  | { readonly kind: "aborted"; readonly reason?: string }
  /** A limit was reached. The work until then is in the log. `reply`: the model's last message with text in this run. */
  | { readonly kind: "limit"; readonly limit: Limit; readonly reply?: AssistantMessage }
  | { readonly kind: "failed"; readonly error: RunError };

export interface Limit {
  /** For example `turns` or `loop`. */
  readonly name: string;
  /** For people. */
  readonly message: string;
  /** With `budget`: the exhausted quantity. */
  readonly quantity?: keyof Budget;
}

/** The failure of a run. */
export interface RunError {
  /** Code of the error; for a ModelError its class, for example `transient` or `auth`. `internal` for foreign errors. */
  readonly code: ErrorCode | "internal";
  readonly message: string;
  /** Milliseconds to wait before the next request, as the provider asked. */
  readonly retryAfter?: number;
}

/** As the abort reason of a run's signal: the run ends with this outcome instead of `aborted`. */
export class RunEnding {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    this.outcome = outcome;
  }
}

/** Limits on spending. An absent field or 0 means no limit. Other values are above 0; counts are integers. */
export interface Budget {
  /** USD. Responses whose price is unknown do not count. */
  readonly usd?: number;
  /** Input and output tokens, including those read from a cache. */
  readonly tokens?: number;
  /** Tool calls that run. */
  readonly toolCalls?: number;
  /** Responses of the model. */
  readonly turns?: number;
  /** Seconds with an active run. */
  readonly seconds?: number;
}

/**
 * Ends a run with a limit. The loop calls it once per run, and the returned function, which may hold state, after each turn
 * except the last.
 */
export type StopCondition = () => (turn: TurnReport) => Limit | undefined;

/** The message and the tool results of one turn. */
export interface TurnReport {
  /** Counted from 1 within the run. */
  readonly turn: number;
  readonly message: AssistantMessage;
  readonly results: readonly CallResult[];
}

export interface CallResult {
  readonly call: ToolCallPart;
  readonly result: ToolMessage;
}

/** Behaviours of the loop that differ between its users. */
export interface LoopOptions {
  /** `parallel` runs neighbouring calls of `parallel` tools at the same time, at most 5. Default: `sequential`. */
  readonly toolExecution?: "sequential" | "parallel";
  /** `skip`: steering skips the calls of a response that have not started; `after-batch`: it waits for them. Default: `skip`. */
  readonly steerMode?: "skip" | "after-batch";
  /** Discards or keeps a message that an abort interrupts; its calls are always discarded. Default: `discard`. */
  readonly onAbort?: "discard" | "keep";
  /** `stop` ends the run at a denied call; `continue` gives the model an error result. Default: `continue`. */
  readonly onDeny?: "continue" | "stop";
  readonly stopWhen?: readonly StopCondition[];
  /** Called before each call that could run. A limit skips the call; its result contains the limit's message. Default: no limit. */
  readonly claimCall?: () => Limit | undefined;
}

/** Options of a single run. */
export interface RunOptions {
  /** Maximum number of turns; 0: unlimited. Default: the session's. */
  readonly maxTurns?: number;
  /** Maximum number of tokens of one response. Default: the session's. */
  readonly maxOutputTokens?: number;
  /** Default: the session's. */
  readonly temperature?: number;
  /** Limits of this run, in addition to those of its session and its runtime. */
  readonly budget?: Budget;
  /** The required form of its last answer. Default: any. */
  readonly output?: OutputOptions;
  /** Commands that must succeed before the run ends as done. Default: none. */
  readonly verify?: VerifyOptions;
  /** Commands that count as checks of the work, besides those of the usual ecosystems. They are not run. Default: none. */
  readonly checks?: readonly string[];
}

/** Commands that check the work of a run: plain data, so that they also apply to a run that is resumed after a crash. */
export interface VerifyOptions {
  /** Command lines, run in this order in the session's folder, as commands of the user: without asking, and without the sandbox. */
  readonly commands: readonly string[];
  /** Number of times in the run that the model may correct its work after a failure. Default: 3. */
  readonly tries?: number;
}

/** The required form of an answer: plain data, so that it also applies to a run that is resumed after a crash. */
export interface OutputOptions {
  /** A JSON Schema of any type, at most 65,536 bytes, without external references. */
  readonly schema: JsonSchema;
  /** Number of times in the run that the model may correct an answer that does not match: 0, 1 or 2. Default: 2. */
  readonly repairs?: number;
}

/** Returns the `options` field of a run's entry; no field without options. */
export const entryOptions = (options: RunOptions): { readonly options?: RunOptions } =>
  Object.keys(options).length === 0 ? {} : { options };

/** A JSON Schema; for a tool's arguments, one of type `object`. */
export type JsonSchema = Readonly<Record<string, unknown>>;
