import {
  changedSections,
  hashSection,
  type HashedSection,
  isSystemChange,
  MCP_SECTION,
  isSystemPrompt,
  type Section,
  type StoredSection,
  toStoredSection,
  type SystemChangeEntry,
  systemPrompt,
  type SystemPromptEntry,
  systemPromptState,
} from "../../context/index.ts";
import type { Draft, Entry, Log } from "../../log/index.ts";
import { CALL_TOOL } from "../../loop/index.ts";
import { branchState, type SessionJournal, workingFolder } from "../../journal/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import type { McpOffer } from "../../mcp/index.ts";
import type { SessionResources } from "../resources/index.ts";
import type { ToolSet } from "../tool-set.ts";
import type { SessionInstructions } from "../instruction-files/index.ts";

/** The system prompt of one run. */
export interface RunPrompt {
  /** Returns the sections of the next request. */
  sections(): Promise<readonly StoredSection[]>;
}

/** Properties of a run that its prompt depends on. */
interface AboutRun {
  /** Text for this run only, as the last section. Default: none. */
  readonly added?: string | undefined;
  /** Returns the text that the latest turns added, as another section. Default: none. */
  readonly addedByTurns?: (() => string | undefined) | undefined;
  /** True if the run was interrupted: then its own sections stay in effect. Default: false. */
  readonly resumes?: boolean;
}

/**
 * The system prompt of a session: computed once a run, and sent as the log has it, so that its bytes stay the same from request
 * to request and across processes.
 */
class StoredPrompt {
  readonly #log: Log;
  readonly #journal: SessionJournal;
  readonly #current: () => Promise<readonly Section[]>;
  #hashed: readonly HashedSection[] = [];

  /** `current` returns the sections for a run that begins now. */
  constructor(log: Log, journal: SessionJournal, current: () => Promise<readonly Section[]>) {
    this.#log = log;
    this.#journal = journal;
    this.#current = current;
  }

  /** Returns the prompt of a run, which is computed with its first request. */
  ofRun(about: AboutRun = {}): RunPrompt {
    const { addedByTurns = () => undefined, resumes = false } = about;
    const before = resumes ? textInLog(this.#log, TURNS) : undefined;
    let deciding: Promise<readonly HashedSection[]> | undefined;
    let sent: string | undefined;
    return {
      sections: async () => {
        const isFirst = deciding === undefined;
        const decided = await (deciding ??= this.#decide(about));
        const text = addedByTurns() ?? before ?? "";
        const isChanged = text !== sent;
        sent = text;
        return this.#store(text.trim() === "" ? decided : [...decided, hashSection({ name: TURNS, text })], isFirst || isChanged);
      },
    };
  }

  async #decide(about: AboutRun): Promise<readonly HashedSection[]> {
    const sections = [...(await this.#current()), ...ofRunAlone(this.#log, about)];
    // Hash unchanged sections once.
    const stored = ({ name, text }: Section) => this.#hashed.find((one) => one.name === name && one.text === text);
    this.#hashed = sections.map((section) => stored(section) ?? hashSection(section));
    return this.#hashed;
  }

  /** Appends the whole prompt if a boundary has left none, also in the middle of a run; else the changes, if there may be any. */
  #store(decided: readonly HashedSection[], mayChange: boolean): readonly StoredSection[] {
    const held = this.#log.view(systemPromptState);
    const changes = mayChange && held.prompt !== null ? changedSections(held, decided) : [];
    if (held.prompt === null) this.#append<SystemPromptEntry>({ type: "system_prompt", sections: decided.map(toStoredSection) });
    else if (changes.length > 0) this.#append<SystemChangeEntry>({ type: "system_change", sections: changes });
    const { prompt } = this.#log.view(systemPromptState);
    const entry = prompt === null ? undefined : this.#log.get(prompt);
    return entry !== undefined && isSystemPrompt(entry) ? entry.sections : decided;
  }

  /** Appends without waiting for the store: if it fails, the run's own entries report the error. */
  #append<E extends Entry>(draft: Draft<E>): void {
    this.#journal.append<E>(draft).catch(() => undefined);
  }
}

const ofRunAlone = (log: Log, { added, resumes = false }: AboutRun): readonly Section[] => {
  const text = resumes ? textInLog(log, RUN) : added;
  return text === undefined || text.trim() === "" ? [] : [{ name: RUN, text, lasting: resumes }];
};

/** Names of the sections for one run: of the whole run, and from one of its turns on. */
const RUN = "run";
const TURNS = "turn";

/** Returns the text of a section that is in effect. */
const textInLog = (log: Log, section: string): string | undefined => {
  if (log.view(systemPromptState).hashes[section] === undefined) return undefined;
  const entry = log.path.entries.findLast((one) => textIn(one, section) !== undefined);
  return entry && textIn(entry, section);
};

const textIn = (entry: Entry, section: string): string | undefined =>
  isSystemPrompt(entry) || isSystemChange(entry) ? (entry.sections.find(({ name }) => name === section)?.text ?? undefined) : undefined;

/** Returns the names of the MCP servers that the system prompt sent before lists: the model finds their tools by a search. */
export const deferredServers = (log: Log): readonly string[] =>
  Object.keys(log.view(systemPromptState).hashes).flatMap((name) =>
    name.startsWith(MCP_SECTION) ? name.slice(MCP_SECTION.length).trim().split(", ") : [],
  );

interface SessionPromptParts {
  readonly log: Log;
  readonly journal: SessionJournal;
  readonly workspace: Pick<Workspace, "mayConfine">;
  /** Undefined: no instruction files. */
  readonly instructions: SessionInstructions | undefined;
  readonly resources: Pick<SessionResources, "skillList">;
  readonly tools: Pick<ToolSet, "names">;
  readonly mcp: McpOffer | undefined;
}

/** Returns the system prompt of a session: from its setup, and from the files in its folder when a run begins. */
export const sessionPrompt = ({ log, journal, workspace, instructions, resources, tools, mcp }: SessionPromptParts): StoredPrompt => {
  const { at: startedAt } = log.header;
  const sections = async (): Promise<readonly Section[]> => {
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
      skills: resources.skillList(tools.names()),
      mcp: tools.names().includes(CALL_TOOL) ? mcp?.section() : undefined,
    });
  };
  return new StoredPrompt(log, journal, sections);
};
