import type { BranchSummaryEntry } from "../context/index.ts";
import { type Entry, type LeafEntry, type Log, rebasePath } from "../log/index.ts";
import type { Compaction } from "../compaction/index.ts";
import { SessionBusyError } from "./errors.ts";
import { isOfInbox } from "./inbox/index.ts";
import type { RunQueue } from "./runs/index.ts";
import { isBackgroundEntry } from "../background/index.ts";
import { isQuestionEntry, relocatedPath } from "../journal/index.ts";

export interface ForkOptions {
  /** `new` creates a session that names this one as its parent. `here` moves the leaf of this session. Default: `new`. */
  readonly into?: "new" | "here";
  /** `at` includes the entry, `before` does not. Default: `at`. */
  readonly position?: "at" | "before";
  /**
   * If true, the branch that the conversation leaves is summarized for the model. If the summary fails, the session emits a
   * warning and forks without it. Default: false.
   */
  readonly summarize?: boolean;
  /** Aborts the summary, and with it the fork. */
  readonly signal?: AbortSignal;
}

export interface ForksParts {
  readonly log: Log;
  readonly runs: RunQueue;
  readonly compaction: Compaction;
}

/** The first entries of a fork. */
export interface Beginning {
  readonly entries: readonly Entry[];
  /** Appended after them. */
  readonly summary: Awaited<ReturnType<Compaction["ofBranch"]>>;
}

/** Forks a session's conversation at an earlier entry, into a new session or in place. Requires a log that is read completely. */
export class Forks {
  readonly #parts: ForksParts;

  constructor(parts: ForksParts) {
    this.#parts = parts;
  }

  async beginning(entry: string | null, options: ForkOptions): Promise<Beginning> {
    const entries = this.#entriesTo(entry, options);
    return {
      entries: rebasePath(
        relocatedPath(this.#parts.log, entries).filter((one) => !isOfInbox(one) && !isBackgroundEntry(one) && !isQuestionEntry(one)),
      ),
      summary: await this.#summary(entries, options, false),
    };
  }

  /** @throws {SessionBusyError} */
  here(entry: string | null, options: ForkOptions): Promise<void> {
    const { log, runs } = this.#parts;
    const entries = this.#entriesTo(entry, options);
    if (runs.state !== "idle") throw new SessionBusyError();
    const move = async (): Promise<void> => {
      const summary = await this.#summary(entries, options, true);
      const leaf = { type: "leaf", to: entries.at(-1)?.id ?? null } as const;
      await log.append<LeafEntry | BranchSummaryEntry>(leaf, ...(summary === undefined ? [] : [summary]));
    };
    return options.summarize === true ? alone(runs, move) : move();
  }

  #entriesTo(entry: string | null, { position }: ForkOptions): readonly Entry[] {
    const { log } = this.#parts;
    const path = entry === null ? log.entries.slice(0, 1) : log.pathTo(entry);
    return position === "before" && path.length > 1 ? path.slice(0, -1) : path;
  }

  async #summary(
    continued: readonly Entry[],
    { summarize = false, signal }: ForkOptions,
    isBetween: boolean,
  ): Promise<Beginning["summary"]> {
    if (!summarize) return undefined;
    const { log, compaction } = this.#parts;
    return compaction.ofBranch({ abandoned: [...log.path.entries], continued }, { signal, isBetween });
  }
}

/** Calls `act` between runs: no run starts meanwhile. */
const alone = <Value>(runs: RunQueue, act: () => Promise<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    runs.between(() =>
      act().then(
        (value) => () => resolve(value),
        (error: unknown) => () => reject(error),
      ),
    );
  });
