import type { Outcome } from "../loop/index.ts";
import type { UserPart } from "../model/index.ts";
import type { Event } from "./event.ts";
import type { Receipt } from "./inbox.ts";

/** What a person says: a text, or parts with images. */
export type PromptInput = string | readonly UserPart[];

/**
 * One prompt until idle. Iterating gives the events of the run from then on, up to and with its `run_end`; to miss
 * none, begin in the same tick. A run goes on whether or not anybody reads.
 */
export interface Run extends AsyncIterable<Event> {
  readonly id: string;
  /** How it ended. Never rejects. */
  readonly outcome: Promise<Outcome>;
  /** Tells the model at its next turn; by default the calls that have not started are skipped. */
  steer(input: PromptInput): Receipt;
  /** Tells the model when the run would end. */
  followUp(input: PromptInput): Receipt;
  /** Ends it: what waits for it is dropped, and from now on it takes nothing. */
  abort(reason?: string): void;
}
