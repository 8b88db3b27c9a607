import type { ShellEntry } from "../context/index.ts";
import type { Draft } from "../log/index.ts";
import type { SessionJournal } from "./journal.ts";

/** Facts that must not come between a call and its result: they wait until the turn is over. */
export class AfterTurn {
  readonly #journal: SessionJournal;
  #drafts: Draft<ShellEntry>[] = [];

  constructor(journal: SessionJournal) {
    this.#journal = journal;
  }

  push(draft: Draft<ShellEntry>): void {
    this.#drafts.push(draft);
  }

  async settle(): Promise<void> {
    const drafts = this.#drafts;
    this.#drafts = [];
    for (const draft of drafts) await this.#journal.append<ShellEntry>(draft);
  }
}
