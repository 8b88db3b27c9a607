import type { ShellEntry } from "../../context/index.ts";
import type { Draft } from "../../log/index.ts";
import { waitForAll } from "../../loop/index.ts";
import type { SessionJournal } from "../events/index.ts";

/** Facts that must not come between a call and its result: while a run goes on, they wait until the turn is over. */
export class AfterTurn {
  readonly #journal: SessionJournal;
  /** Undefined between runs. */
  #held: Draft<ShellEntry>[] | undefined;

  constructor(journal: SessionJournal) {
    this.#journal = journal;
  }

  async add(draft: Draft<ShellEntry>): Promise<void> {
    if (this.#held === undefined) await this.#journal.append<ShellEntry>(draft);
    else this.#held.push(draft);
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
  async #append(drafts: readonly Draft<ShellEntry>[]): Promise<void> {
    await waitForAll(drafts.map((draft) => this.#journal.append<ShellEntry>(draft)));
  }
}
