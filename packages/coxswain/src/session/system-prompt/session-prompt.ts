import {
  changedSections,
  hashed,
  type HashedSection,
  isSystemChange,
  isSystemPrompt,
  type Section,
  type StoredSection,
  storedSection,
  type SystemChangeEntry,
  systemPrompt,
  type SystemPromptEntry,
  systemPromptState,
} from "../../context/index.ts";
import type { Draft, Entry, Log } from "../../log/index.ts";
import { branchState, type SessionJournal, workingFolder } from "../../journal/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import type { SessionInstructions } from "../instruction-files/index.ts";

/** What a run is told before all else. */
export interface RunPrompt {
  /** The sections as they are sent with the next request. */
  sections(): Promise<readonly StoredSection[]>;
}

/** What the prompt of a run depends on besides its session. */
interface AboutRun {
  /** What it alone is told, as its last section. Default: nothing. */
  readonly added?: string | undefined;
  /** Whether a crash cut it short: what it alone was told goes on to hold. Default: false. */
  readonly resumes?: boolean;
}

/**
 * The system prompt of a session: decided once in each run, and sent as the log has it, so that its bytes are the same from
 * request to request, whichever process makes them.
 */
class KeptPrompt {
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
  ofRun(about: AboutRun = {}): RunPrompt {
    let deciding: Promise<readonly HashedSection[]> | undefined;
    return {
      sections: async () => {
        const isFirst = deciding === undefined;
        const wanted = await (deciding ??= this.#decide(about));
        return this.#keep(wanted, isFirst);
      },
    };
  }

  async #decide(about: AboutRun): Promise<readonly HashedSection[]> {
    const sections = [...(await this.#wanted()), ...ofRunAlone(this.#log, about)];
    // A text that is as it was need not be hashed again.
    const known = ({ name, text }: Section) => this.#hashed.find((one) => one.name === name && one.text === text);
    this.#hashed = sections.map((section) => known(section) ?? hashed(section));
    return this.#hashed;
  }

  /** Where a boundary has left no prompt it is written whole, in the middle of a run too; else what differs is told, once. */
  #keep(wanted: readonly HashedSection[], mayChange: boolean): readonly StoredSection[] {
    const held = this.#log.view(systemPromptState);
    const changes = mayChange && held.prompt !== null ? changedSections(held, wanted) : [];
    if (held.prompt === null) this.#append<SystemPromptEntry>({ type: "system_prompt", sections: wanted.map(storedSection) });
    else if (changes.length > 0) this.#append<SystemChangeEntry>({ type: "system_change", sections: changes });
    const { prompt } = this.#log.view(systemPromptState);
    const entry = prompt === null ? undefined : this.#log.get(prompt);
    return entry !== undefined && isSystemPrompt(entry) ? entry.sections : wanted;
  }

  /** A fact at once, and the model need not wait for the store: what it does not take, the run's own facts fail with too. */
  #append<E extends Entry>(draft: Draft<E>): void {
    this.#journal.append<E>(draft).catch(() => undefined);
  }
}

const ofRunAlone = (log: Log, { added, resumes = false }: AboutRun): readonly Section[] => {
  const text = resumes ? toldBefore(log) : added;
  return text === undefined || text.trim() === "" ? [] : [{ name: RUN, text, lasting: resumes }];
};

/** The section of what one run alone is told. */
const RUN = "run";

const toldBefore = (log: Log): string | undefined => {
  if (log.view(systemPromptState).hashes[RUN] === undefined) return undefined;
  const told = log.path.findLast((entry) => sectionIn(entry) !== undefined);
  return told && sectionIn(told);
};

const sectionIn = (entry: Entry): string | undefined =>
  isSystemPrompt(entry) || isSystemChange(entry) ? (entry.sections.find(({ name }) => name === RUN)?.text ?? undefined) : undefined;

interface SessionPromptParts {
  readonly log: Log;
  readonly journal: SessionJournal;
  readonly workspace: Pick<Workspace, "mayConfine">;
  /** Absent: no files for agents are told. */
  readonly instructions: SessionInstructions | undefined;
  /** Says which skills the model may load; undefined: none. */
  readonly skills: () => string | undefined;
}

/** The system prompt of a session, of what its setup says and of what is found in its folder when a run begins. */
export const sessionPrompt = ({ log, journal, workspace, instructions, skills }: SessionPromptParts): KeptPrompt => {
  const { at: startedAt } = log.header;
  const wanted = async (): Promise<readonly Section[]> => {
    const found = await instructions?.load();
    const { setup } = log.view(branchState);
    return systemPrompt({
      prefix: setup?.systemPrefix,
      base: setup?.systemPrompt,
      instructions: setup?.instructions,
      environment: {
        cwd: workingFolder(log),
        platform: process.platform,
        startedAt,
        gitRepository: found?.project.repository,
        sandbox: workspace.mayConfine,
      },
      project: found?.text,
      skills: skills(),
    });
  };
  return new KeptPrompt(log, journal, wanted);
};
