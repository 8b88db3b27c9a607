import type { AssistantMessage, ToolCallPart, ToolMessage, UserMessage } from "../model/index.ts";

/** What a tool does to the world at most. Anything but `read` is recorded before it starts. */
export type Effect = "read" | "write" | "execute" | "network";

/** A message that is to be told to the model, with the id that its entry is to have. */
export interface Queued {
  readonly id: string;
  readonly message: UserMessage;
}

/** How a run ended. A value: a run never throws. */
export type Outcome =
  /** The model stopped, and nothing was queued. `output`: what the reply says, where the run was to have a form of answer. */
  | { readonly kind: "done"; readonly reply: AssistantMessage; readonly output?: unknown }
  | { readonly kind: "aborted"; readonly reason?: string }
  /** A limit was reached. What was done until then is in the log; `reply`: the last that the model said in the run. */
  | { readonly kind: "limit"; readonly limit: Limit; readonly reply?: AssistantMessage }
  | { readonly kind: "failed"; readonly error: RunError };

export interface Limit {
  /** Which one, as `turns` or `loop`. */
  readonly name: string;
  /** For people. */
  readonly message: string;
  /** Of a `budget`, what of it is used up. */
  readonly quantity?: keyof Budget;
}

/** Why a run failed. `code` is that of the error class: of a ModelError its class, as `transient` or `auth`. */
export interface RunError {
  readonly code: string;
  readonly message: string;
  /** Milliseconds that the provider asked to wait. */
  readonly retryAfter?: number;
}

/** As the reason of a run's signal: the run is not aborted, but ends with this. */
export class RunEnding {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    this.outcome = outcome;
  }
}

/** What may be spent at most; what is absent or 0 has no limit. All are numbers above 0 otherwise, the counts whole ones. */
export interface Budget {
  /** USD, as far as prices are known. */
  readonly usd?: number;
  /** Tokens of requests and answers, those read from a cache too. */
  readonly tokens?: number;
  /** Tool calls that are run. */
  readonly toolCalls?: number;
  /** Responses of the model. */
  readonly turns?: number;
  /** Seconds in which there was a run. */
  readonly seconds?: number;
}

/** Judges a run after each turn that is to be followed by another. Called once a run, so what it returns may count. */
export type StopCondition = () => (turn: TurnReport) => Limit | undefined;

/** What one turn did. */
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

/** How the loop behaves where its users differ. */
export interface LoopOptions {
  /** `parallel` runs neighbouring calls of tools that say so together, at most 5. Default: `sequential`. */
  readonly toolExecution?: "sequential" | "parallel";
  /** Whether steering skips the calls of a response that have not started, or waits for them. Default: `skip`. */
  readonly steerMode?: "skip" | "after-batch";
  /** What becomes of a message that an abort cuts off. Default: `discard`. */
  readonly onAbort?: "discard" | "keep";
  /** Whether a denied call ends the run, or is an error result. Default: `continue`. */
  readonly onDeny?: "continue" | "stop";
  readonly stopWhen?: readonly StopCondition[];
  /** Asked before each call that could be run. A limit: it is not run, and its result says so. Default: all may. */
  readonly claimCall?: () => Limit | undefined;
}

/** What may be said of one run alone. */
export interface RunOptions {
  /** Turns; 0: unlimited. Default: the session's. */
  readonly maxTurns?: number;
  /** Tokens of one response. Default: the session's. */
  readonly maxOutputTokens?: number;
  /** Default: the session's. */
  readonly temperature?: number;
  /** What this run may spend, besides what its session and its runtime may. */
  readonly budget?: Budget;
  /** The form that its last answer has to have. Default: any. */
  readonly output?: OutputOptions;
}

/** The form of an answer: plain data, so that a run that a crash cut short is still held to it. */
export interface OutputOptions {
  /** JSON Schema of any type, of at most 65,536 bytes, that refers to nothing outside of itself. */
  readonly schema: JsonSchema;
  /** How often in the run the model may be told that its answer does not fit: 0, 1 or 2. Default: 2. */
  readonly repairs?: number;
}

/** What was said of a run, as a fact has it: nothing where nothing was said. */
export const saidOptions = (options: RunOptions): { readonly options?: RunOptions } =>
  Object.keys(options).length === 0 ? {} : { options };

/** A JSON Schema; of a tool's arguments one of type `object`. */
export type JsonSchema = Readonly<Record<string, unknown>>;
