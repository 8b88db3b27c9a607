import type { RunOptions } from "./live-run.ts";

/** What becomes of a prompt when the session has a run: an error, a run of its own afterwards, or a part of that run. */
export type WhenBusy = "reject" | "queue" | "steer" | "followUp";

export interface PromptOptions extends RunOptions {
  /** Default: `reject`. */
  readonly whenBusy?: WhenBusy;
  /** Who says it, as `extension`. Default: the person. */
  readonly source?: string;
}
