import type { RunOptions } from "../../loop/index.ts";
import type { RunObserver, MessageOptions } from "./run.ts";

/** What becomes of a prompt when the session has a run: an error, a run of its own afterwards, or a part of that run. */
export type WhenBusy = "reject" | "queue" | "steer" | "followUp";

export interface PromptOptions extends RunOptions, MessageOptions {
  /** Default: `reject`. */
  readonly whenBusy?: WhenBusy;
  /**
   * Whether the prompt goes on waiting, for whoever opens the session next, when this one is closed before its run began;
   * the run here has failed with `closed` then as well. Default: `refuse`, which cancels it.
   */
  readonly onClose?: "refuse" | "keep";
  /**
   * Is told each event of the run that this prompt begins, sub-agents' included, in the step in which it happens: of a call,
   * before it runs. What it throws, or rejects with, fails the run. It ends with this process. Default: nobody.
   */
  readonly onEvent?: RunObserver;
}
