import { isJobNotice, isTaskNotice } from "../journal/index.ts";
import type { Queued } from "../loop/index.ts";

/**
 * Limits how many tasks or jobs all agents of a session tree start together between two prompts, so that agents that spawn agents
 * terminate.
 */
export class SpawnQuota {
  readonly #limit: number;
  #used = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A run of the session begins. A run that only delivers completion notices does not reset the quota. */
  runBegins(messages: readonly Queued[]): void {
    if (messages.length === 0 || messages.some(({ message }) => !isTaskNotice(message) && !isJobNotice(message))) this.#used = 0;
  }

  /** Uses one; returns false if none is left. */
  take(): boolean {
    if (this.#used >= this.#limit) return false;
    this.#used += 1;
    return true;
  }
}

/** Message for the model when the quota of tasks is exhausted. */
export const QUOTA_EXHAUSTED = "The limit of tasks for this prompt is reached. Do the rest yourself, or list the unfinished parts.";
