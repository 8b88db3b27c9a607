import type { RetryOptions } from "../../journal/index.ts";
import type { ModelError } from "../../model/index.ts";
import { inWords } from "./format-duration.ts";

/** How far the attempts at one response have come. */
export interface Attempted {
  /** At least 1: the one that is judged counts. */
  readonly failures: number;
  /** Milliseconds since the first of them. */
  readonly elapsed: number;
}

export type RetryPlan =
  /** Ask again after so many milliseconds. */
  | { readonly kind: "wait"; readonly delay: number }
  /** Ask no more. `note`: what was done, for people; absent where nothing was. */
  | { readonly kind: "stop"; readonly note?: string };

/** What is done after a transient failure. `random` gives numbers from 0 to 1. */
export const retryPlan = (
  { retryAfter = 0 }: ModelError,
  { failures, elapsed }: Attempted,
  options: RetryOptions = {},
  random: () => number = Math.random,
): RetryPlan => {
  const { tries = TRIES, baseMs = 2_000, capMs = 60_000, budgetMs = 600_000, jitter = true } = options;
  const cap = Math.min(capMs, LONGEST_TIMER);
  const time = elapsed < 1_000 ? "" : ` in ${inWords(elapsed)}`;
  const asked = failures === 1 ? undefined : `Asked ${failures} times${time}.`;
  if (tries > 0 && retryAfter > cap) {
    return stop(`The provider asks to wait ${inWords(retryAfter)}, and ${inWords(cap)} is the longest that is waited.`, asked);
  }
  const backoff = Math.min(cap, baseMs * 2 ** (failures - 1)) * (jitter ? random() : 1);
  // Never before the provider wants to be asked, and never all at once at that moment.
  const delay = Math.round(Math.max(retryAfter, backoff));
  return failures > tries || elapsed + delay > budgetMs ? stop(asked) : { kind: "wait", delay };
};

export const TRIES = 3;

/** A timer for longer rings at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

const stop = (...notes: readonly (string | undefined)[]): RetryPlan => {
  const said = notes.filter((note) => note !== undefined);
  return said.length === 0 ? { kind: "stop" } : { kind: "stop", note: said.join(" ") };
};
