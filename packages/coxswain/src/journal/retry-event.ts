import type { ErrorClass } from "../model/index.ts";

/** What is told of requests that failed and are made again. */
export type RetryEvent =
  /**
   * A request failed for the moment. It is made again after `delay` milliseconds, the `attempt`th time of at most `tries`;
   * what streamed of the response is dropped.
   */
  | {
      readonly type: "retry_start";
      /** The same for all the times that one response is asked for again. */
      readonly retryId: string;
      readonly attempt: number;
      readonly tries: number;
      readonly delay: number;
      readonly error: RetriedError;
      /** Reference of the model that is asked. */
      readonly model: string;
    }
  /**
   * Exactly one for all `retry_start`s of one id, after them: the response came whole, or it is not asked of this model any
   * more, an abort included. `attempts`: how many of them there were.
   */
  | { readonly type: "retry_end"; readonly retryId: string; readonly attempts: number; readonly succeeded: boolean };

export interface RetriedError {
  readonly code: ErrorClass;
  readonly message: string;
  /** HTTP status, where there was a response. */
  readonly status?: number;
}

/** How often and how long a request is made again that fails for the moment. */
export interface RetryOptions {
  /** How often one response is asked for again; 0: never. Each response counts anew. Default: 3. */
  readonly tries?: number;
  /** Milliseconds before the first time; each further wait is twice as long. Default: 2000. */
  readonly baseMs?: number;
  /** Milliseconds that a wait may take, also where the provider asks for more. Default: 60,000. */
  readonly capMs?: number;
  /** Milliseconds after a response's first failure in which it may be asked for again. Default: 600,000. */
  readonly budgetMs?: number;
  /** Whether a wait is cut to a random part of itself, so that many who failed together do not come back together. Default: true. */
  readonly jitter?: boolean;
}
