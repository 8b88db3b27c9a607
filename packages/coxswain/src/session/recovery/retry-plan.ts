import type { RetryOptions } from "../../journal/index.ts";
import type { ModelError } from "../../model/index.ts";
import { formatDuration } from "./format-duration.ts";

/** The attempts at one response so far. */
export interface Attempted {
  /** Number of failures, including the current one. */
  readonly failures: number;
  /** Milliseconds since the first of them. */
  readonly elapsed: number;
}

export type RetryPlan =
  /** Retry after `delay` milliseconds. */
  | { readonly kind: "wait"; readonly delay: number }
  /** Give up. `note`: a description of the attempts, for people; absent if there were none. */
  | { readonly kind: "stop"; readonly note?: string };

/** Decides what follows a transient failure. `random` returns numbers from 0 to 1. */
export const retryPlan = (
  { retryAfter = 0 }: ModelError,
  { failures, elapsed }: Attempted,
  options: RetryOptions = {},
  random: () => number = Math.random,
): RetryPlan => {
  const { tries = TRIES, baseMs = 2_000, capMs = 60_000, budgetMs = 600_000, jitter = true } = options;
  const cap = Math.min(capMs, LONGEST_TIMER);
  const time = elapsed < 1_000 ? "" : ` in ${formatDuration(elapsed)}`;
  const asked = failures === 1 ? undefined : `Asked ${failures} times${time}.`;
  if (tries > 0 && retryAfter > cap) {
    return stop(
      `The provider asks to wait ${formatDuration(retryAfter)}, and ${formatDuration(cap)} is the longest that is waited.`,
      asked,
    );
  }
  const backoff = Math.min(cap, baseMs * 2 ** (failures - 1)) * (jitter ? random() : 1);
  // Never before the time that the provider asks for, and with jitter after it.
  const delay = Math.round(Math.max(retryAfter, backoff));
  return failures > tries || elapsed + delay > budgetMs ? stop(asked) : { kind: "wait", delay };
};

export const TRIES = 3;

/** Longer timers fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

const stop = (...notes: readonly (string | undefined)[]): RetryPlan => {
  const present = notes.filter((note) => note !== undefined);
  return present.length === 0 ? { kind: "stop" } : { kind: "stop", note: present.join(" ") };
};
