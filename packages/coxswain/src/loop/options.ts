import type { Budget } from "./budget.ts";
import type { Limit } from "./outcome.ts";
import type { StopCondition } from "./stop-condition.ts";

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
}

/** What was said of a run, as a fact has it: nothing where nothing was said. */
export const saidOptions = (options: RunOptions): { readonly options?: RunOptions } =>
  Object.keys(options).length === 0 ? {} : { options };
