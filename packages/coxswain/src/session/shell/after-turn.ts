import type { Draft, Entry } from "../../log/index.ts";
import { waitForAll } from "../../base/index.ts";
import type { SessionJournal } from "../../journal/index.ts";

/** Facts that must not come between a call and its result: while a run goes on, they wait until the turn is over. */
export class AfterTurn {
  readonly #journal: Pick<SessionJournal, "append">;
  /** Undefined between runs. */
  #held: (() => Promise<void>)[] | undefined;

  constructor(journal: Pick<SessionJournal, "append">) {
    this.#journal = journal;
  }

  /** Whether what is added now waits. */
  get holds(): boolean {
    return this.#held !== undefined;
  }

  /** Resolves when it is a fact: what goes on in the turn itself must not wait for that. */
  add<E extends Entry>(draft: Draft<E>): Promise<E> {
    if (this.#held === undefined) return this.#journal.append<E>(draft);
    const { promise, resolve, reject } = Promise.withResolvers<E>();
    // Not everybody waits for it, and who settles the turn has the error.
    promise.catch(() => undefined);
    this.#held.push(async () => {
      const appending = this.#journal.append<E>(draft);
      appending.then(resolve, reject);
      await appending;
    });
    return promise;
  }

  /** A run begins. */
  hold(): void {
    this.#held ??= [];
  }

  /** The turn is over. */
  async settle(): Promise<void> {
    await this.#append(this.#held?.splice(0) ?? []);
  }

  /** The run is over: from now on facts need not wait. */
  async release(): Promise<void> {
    const held = this.#held ?? [];
    this.#held = undefined;
    await this.#append(held);
  }

  /** At once, so that all of them count even when the store takes none. */
  async #append(held: readonly (() => Promise<void>)[]): Promise<void> {
    await waitForAll(held.map((append) => append()));
  }
}
