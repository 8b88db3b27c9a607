import type { AnyEntry } from "coxswain";
import { evidenceLine, evidenceOf, lineReader, type LineReader, relocatedEntries, runFacts, workFacts } from "coxswain/session";
import { relativeTo } from "../../output/index.ts";

/** The parts of a session that have its work. */
interface CheckedSession {
  readonly entries: readonly AnyEntry[];
  readonly state: { readonly cwd: string };
}

/** Describes the checks of a session's runs, from its log. */
export class RunChecks {
  readonly #session: CheckedSession;
  #read: LineReader | undefined;

  constructor(session: CheckedSession) {
    this.#session = session;
  }

  /** True if a run of the session has run a command or changed a file. */
  get hasWork(): boolean {
    for (const { kind } of workFacts(this.#session.entries)) if (kind !== "began") return true;
    return false;
  }

  /** Loads the reader of command lines, which takes longer than a frame: a session without commands does not need it. */
  async load(): Promise<void> {
    this.#read ??= await lineReader();
  }

  /** Returns a line about a run that has ended. Undefined: it checked and changed nothing, or nothing is loaded. */
  of(run: string): string | undefined {
    const { entries, state } = this.#session;
    if (this.#read === undefined) return undefined;
    return evidenceLine(evidenceOf(runFacts(relocatedEntries(entries), run), this.#read, state.cwd), relativeTo(state.cwd));
  }
}
