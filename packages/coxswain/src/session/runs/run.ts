import type { Outcome, RunOptions } from "../../loop/index.ts";
import type { UserPart } from "../../model/index.ts";
import type { Event } from "../../journal/index.ts";
import type { Receipt } from "../inbox/index.ts";

/** What a person says: a text, or parts with images. */
export type PromptInput = string | readonly UserPart[];

/** Is told an event in the step in which it happens, so that nothing has followed from it yet. */
export type RunObserver = (event: Event) => unknown;

export interface MessageOptions {
  /**
   * Names the message: another one of this id in the session is the same, and is not taken twice, also by another process
   * later on. The last 1,024 are remembered, or more. Unique among the session's entries. Default: a new one.
   */
  readonly id?: string;
  /** Who says it, as `extension`. Default: the person. */
  readonly source?: string;
  /** Whether a skill or a prompt template that the text names at its beginning is put in its place. Default: true. */
  readonly expand?: boolean;
}

/**
 * One prompt until idle. Iterating gives the events of the run from then on, up to and with its `run_end`; to miss
 * none, begin in the same tick. A run goes on whether or not anybody reads.
 */
export interface Run extends AsyncIterable<Event> {
  readonly id: string;
  /** How it ended. Never rejects. */
  readonly outcome: Promise<Outcome>;
  /**
   * Resolves to the text of the reply when the run is done.
   * @throws {RunFailedError} when it was aborted, reached a limit or failed; the error has the outcome.
   */
  text(): Promise<string>;
  /** Tells the model at its next turn; by default the calls that have not started are skipped. */
  steer(input: PromptInput, options?: MessageOptions): Receipt;
  /** Tells the model when the run would end. */
  followUp(input: PromptInput, options?: MessageOptions): Receipt;
  /**
   * Resolves when all that was said to it so far is in the store and survives a loss of power.
   * @throws {LogWriteError}
   * @throws what it was refused with, as SessionBusyError
   */
  admitted(): Promise<void>;
  /** Ends it: what waits for it is dropped, its prompt too where it has not begun, and from now on it takes nothing. */
  abort(reason?: string): void;
}

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
