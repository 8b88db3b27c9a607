import type { Budget } from "./budget.ts";
import type { Limit } from "./outcome.ts";
import type { StopCondition } from "./stop-condition.ts";
import type { JsonSchema } from "./tool.ts";

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
