import type { Outcome, RunOptions } from "../../loop/index.ts";
import type { UserPart } from "../../model/index.ts";
import type { Event } from "../../journal/index.ts";
import type { Receipt } from "../inbox/index.ts";

/** A user message: a string, or parts with images. */
export type PromptInput = string | readonly UserPart[];

/** Called with each event synchronously, before anything follows from it. */
export type RunObserver = (event: Event) => unknown;

export interface MessageOptions {
  /**
   * Idempotency key: the session accepts a message of this id once, across processes too. It remembers at least the last
   * 1,024. Unique among the session's entries. Default: a new id.
   */
  readonly id?: string;
  /** Author of the message, as `extension`. Default: the user. */
  readonly source?: string;
  /**
   * If true, a skill or prompt template named at the beginning of the text is expanded, and so are `/server:prompt` and
   * `@server:uri`, which name prompts and resources of MCP servers. Default: true.
   */
  readonly expand?: boolean;
}

/**
 * One prompt until idle. Iterating yields the run's events from then on, up to and including its `run_end`; to miss none,
 * start in the same tick. A run continues without readers.
 */
export interface Run extends AsyncIterable<Event> {
  readonly id: string;
  /** Resolves when the run has ended. Never rejects. */
  readonly outcome: Promise<Outcome>;
  /**
   * Resolves to the text of the reply when the run is done.
   * @throws {RunFailedError} when it was aborted, reached a limit or failed; the error has the outcome.
   */
  text(): Promise<string>;
  /** Delivers a message at the next turn; by default, calls that have not started are skipped. */
  steer(input: PromptInput, options?: MessageOptions): Receipt;
  /** Delivers a message when the run would end. */
  followUp(input: PromptInput, options?: MessageOptions): Receipt;
  /**
   * Resolves when all messages of the run so far are stored, and survive a loss of power.
   * @throws {LogWriteError}
   * @throws the error of a rejected prompt, as SessionBusyError
   */
  admitted(): Promise<void>;
  /** Aborts the run and drops its queued messages, and the prompt of a run that has not begun. */
  abort(reason?: string): void;
}

/** Handling of a prompt while a run is active: an error, a separate run afterwards, or a message to that run. */
export type WhenBusy = "reject" | "queue" | "steer" | "followUp";

export interface PromptOptions extends RunOptions, MessageOptions {
  /** Default: `reject`. */
  readonly whenBusy?: WhenBusy;
  /**
   * Handling of a queued prompt when the session is closed: `refuse` cancels it, `keep` leaves it in the log for the next
   * process that opens the session. The run here fails with `closed` in both cases. Default: `refuse`.
   */
  readonly onClose?: "refuse" | "keep";
  /**
   * Called synchronously with each event of the run that this prompt starts, including those of sub-agents: for a call,
   * before it runs. If it throws or rejects, the run fails. Does not outlive the process. Default: none.
   */
  readonly onEvent?: RunObserver;
}
