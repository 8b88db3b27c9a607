import type { Draft, Entry } from "../../log/index.ts";
import { waitForAll } from "../../base/index.ts";
import type { SessionJournal } from "../../journal/index.ts";

/** Entries that must not come between a call and its result: during a run they are appended at the end of the turn. */
export class AfterTurn {
  readonly #journal: Pick<SessionJournal, "append">;
  /** Undefined between runs. */
  #held: (() => Promise<void>)[] | undefined;

  constructor(journal: Pick<SessionJournal, "append">) {
    this.#journal = journal;
  }

  /** True if an entry that is added now is held. */
  get holds(): boolean {
    return this.#held !== undefined;
  }

  /** Resolves when the entry is appended. Code inside the turn must not wait for that. */
  add<E extends Entry>(draft: Draft<E>): Promise<E> {
    if (this.#held === undefined) return this.#journal.append<E>(draft);
    const { promise, resolve, reject } = Promise.withResolvers<E>();
    // Callers need not wait for it; `settle` reports the error.
    promise.catch(() => undefined);
    this.#held.push(async () => {
      const appending = this.#journal.append<E>(draft);
      appending.then(resolve, reject);
      await appending;
    });
    return promise;
  }

  /** Starts to hold entries: a run begins. */
  hold(): void {
    this.#held ??= [];
  }

  /** Appends the held entries: the turn has ended. */
  async settle(): Promise<void> {
    await this.#append(this.#held?.splice(0) ?? []);
  }

  /** Appends the held entries, and holds no more: the run has ended. */
  async release(): Promise<void> {
    const held = this.#held ?? [];
    this.#held = undefined;
    await this.#append(held);
  }

  /** All in one step, so that all are in the log even if the store fails. */
  async #append(held: readonly (() => Promise<void>)[]): Promise<void> {
    await waitForAll(held.map((append) => append()));
  }
}
