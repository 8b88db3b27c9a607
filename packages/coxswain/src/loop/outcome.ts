import type { AssistantMessage } from "../model/index.ts";
import type { Budget } from "./budget.ts";

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
