import {
  changedSections,
  hashed,
  type HashedSection,
  isSystemPrompt,
  type KeptSection,
  keptSection,
  type Section,
  type SystemChangeEntry,
  type SystemPromptEntry,
  systemPromptState,
} from "../../context/index.ts";
import type { Log } from "../../log/index.ts";
import type { SessionJournal } from "../journal.ts";

/** What a run is told before all else. */
export interface RunPrompt {
  /** The sections as they are sent with the next request. */
  sections(): Promise<readonly KeptSection[]>;
}

/**
 * The system prompt of a session: decided once in each run, and sent as the log has it, so that its bytes are the same from
 * request to request, whichever process makes them.
 */
export class KeptPrompt {
  readonly #log: Log;
  readonly #journal: SessionJournal;
  readonly #wanted: () => Promise<readonly Section[]>;
  #hashed: readonly HashedSection[] = [];

  /** `wanted` gives what a run that begins now is to be told. */
  constructor(log: Log, journal: SessionJournal, wanted: () => Promise<readonly Section[]>) {
    this.#log = log;
    this.#journal = journal;
    this.#wanted = wanted;
  }

  /** The prompt of a run, which is decided when it is first asked for. */
  ofRun(): RunPrompt {
    let deciding: Promise<readonly HashedSection[]> | undefined;
    return {
      sections: async () => {
        const isFirst = deciding === undefined;
        const wanted = await (deciding ??= this.#decide());
        return this.#keep(wanted, isFirst);
      },
    };
  }

  async #decide(): Promise<readonly HashedSection[]> {
    const sections = await this.#wanted();
    // A text that is as it was need not be hashed again.
    const known = ({ name, text }: Section) => this.#hashed.find((one) => one.name === name && one.text === text);
    this.#hashed = sections.map((section) => known(section) ?? hashed(section));
    return this.#hashed;
  }

  /** Where a boundary has left no prompt it is written whole, in the middle of a run too; else what differs is told, once. */
  async #keep(wanted: readonly HashedSection[], mayChange: boolean): Promise<readonly KeptSection[]> {
    const held = this.#log.view(systemPromptState);
    if (held.prompt === null) {
      const prompt = await this.#journal.append<SystemPromptEntry>({ type: "system_prompt", sections: wanted.map(keptSection) });
      return prompt.sections;
    }
    const changes = mayChange ? changedSections(held, wanted) : [];
    if (changes.length > 0) await this.#journal.append<SystemChangeEntry>({ type: "system_change", sections: changes });
    const prompt = this.#log.get(held.prompt);
    return prompt !== undefined && isSystemPrompt(prompt) ? prompt.sections : wanted;
  }
}
