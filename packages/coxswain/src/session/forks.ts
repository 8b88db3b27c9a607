import type { BranchSummaryEntry } from "../context/index.ts";
import { type Entry, type LeafEntry, type Log, rebasePath } from "../log/index.ts";
import type { Compaction } from "../compaction/index.ts";
import { SessionBusyError } from "./errors.ts";
import { isOfInbox } from "./inbox/index.ts";
import type { RunQueue } from "./runs/index.ts";
import { isBackgroundEntry } from "../background/index.ts";
import { isQuestionEntry } from "../journal/index.ts";

export interface ForkOptions {
  /** `new`: another session, whose log names this one. `here`: the leaf moves. Default: `new`. */
  readonly into?: "new" | "here";
  /** Whether the entry itself is taken along. Default: `at`. */
  readonly position?: "at" | "before";
  /**
   * Whether the model is told what was done on the branch that is left, by a summary that is asked for first. Where that
   * fails there is a warning, and no summary. Default: false.
   */
  readonly summarize?: boolean;
  /** Ends the wait for the summary: nothing has happened then. */
  readonly signal?: AbortSignal;
}

export interface ForksParts {
  readonly log: Log;
  readonly runs: RunQueue;
  readonly compaction: Compaction;
}

/** Entries that another session begins with. */
export interface Beginning {
  readonly entries: readonly Entry[];
  /** Appended behind them. */
  readonly summary: Awaited<ReturnType<Compaction["ofBranch"]>>;
}

/** Takes a session's conversation back to an earlier place, in another session or in this one. Its log is at hand as a whole. */
export class Forks {
  readonly #parts: ForksParts;

  constructor(parts: ForksParts) {
    this.#parts = parts;
  }

  async beginning(entry: string | null, options: ForkOptions): Promise<Beginning> {
    const kept = this.#kept(entry, options);
    return {
      entries: rebasePath(kept.filter((one) => !isOfInbox(one) && !isBackgroundEntry(one) && !isQuestionEntry(one))),
      summary: await this.#summary(kept, options, false),
    };
  }

  /** @throws {SessionBusyError} */
  here(entry: string | null, options: ForkOptions): Promise<void> {
    const { log, runs } = this.#parts;
    const kept = this.#kept(entry, options);
    if (runs.state !== "idle") throw new SessionBusyError();
    const move = async (): Promise<void> => {
      const summary = await this.#summary(kept, options, true);
      const leaf = { type: "leaf", to: kept.at(-1)?.id ?? null } as const;
      await log.append<LeafEntry | BranchSummaryEntry>(leaf, ...(summary === undefined ? [] : [summary]));
    };
    return options.summarize === true ? alone(runs, move) : move();
  }

  #kept(entry: string | null, { position }: ForkOptions): readonly Entry[] {
    const { log } = this.#parts;
    const path = entry === null ? log.entries.slice(0, 1) : log.pathTo(entry);
    return position === "before" && path.length > 1 ? path.slice(0, -1) : path;
  }

  async #summary(taken: readonly Entry[], { summarize = false, signal }: ForkOptions, isBetween: boolean): Promise<Beginning["summary"]> {
    if (!summarize) return undefined;
    const { log, compaction } = this.#parts;
    return compaction.ofBranch({ left: [...log.path], taken }, { signal, isBetween });
  }
}

/** Does something while no run goes on, and no run begins. */
const alone = <Value>(runs: RunQueue, act: () => Promise<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    runs.between(() =>
      act().then(
        (value) => () => resolve(value),
        (error: unknown) => () => reject(error),
      ),
    );
  });
