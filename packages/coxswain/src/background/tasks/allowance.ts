import type { Queued } from "../../loop/index.ts";
import { tellsOfJob, tellsOfTask } from "../../journal/index.ts";

/**
 * How many tasks, or jobs, may be given until a person, or a program, says something again: by all agents of a session's tree together, so
 * that they come to an end however each of them multiplies.
 */
export class SpawnQuota {
  readonly #perRun: number;
  #given = 0;

  constructor(perRun: number) {
    this.#perRun = perRun;
  }

  /** A run of the session begins. One that only tells of tasks and jobs was begun by nobody. */
  runBegins(messages: readonly Queued[]): void {
    if (messages.length === 0 || messages.some(({ message }) => !tellsOfTask(message) && !tellsOfJob(message))) this.#given = 0;
  }

  /** Takes one; false: there is none left. */
  take(): boolean {
    if (this.#given >= this.#perRun) return false;
    this.#given += 1;
    return true;
  }
}

/** There are no more. */
export const SPENT =
  "So many tasks have been given by now that there can be no more of them: do the rest yourself, or say what is left undone.";
