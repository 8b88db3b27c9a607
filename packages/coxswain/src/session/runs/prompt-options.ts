import type { RunOptions } from "../../loop/index.ts";
import type { SayOptions } from "./run.ts";

/** What becomes of a prompt when the session has a run: an error, a run of its own afterwards, or a part of that run. */
export type WhenBusy = "reject" | "queue" | "steer" | "followUp";

export interface PromptOptions extends RunOptions, SayOptions {
  /** Default: `reject`. */
  readonly whenBusy?: WhenBusy;
  /**
   * Whether the prompt goes on waiting, for whoever opens the session next, when this one is closed before its run began;
   * the run here has failed with `closed` then as well. Default: `refuse`, which cancels it.
   */
  readonly onClose?: "refuse" | "keep";
}
