import {
  changedFiles,
  type ChangedFile,
  type ChangedRun,
  type FileHistory,
  fileHistory,
  finishRestore,
  isRestoreStart,
  nextUndo,
  openRestores,
  planRedo,
  planUndo,
  type RestoreEndEntry,
  restoreFiles,
  type RestorePlan,
  type RestoreResult,
  type RestoreStartEntry,
} from "../changes/index.ts";
import type { Draft, Log } from "../log/index.ts";
import { type AnyEntry, asAnyEntries, relocatedEntries, type SessionJournal } from "../journal/index.ts";
import {
  becomesEmpty,
  type PathChange,
  removeLeftover,
  removeRestoredFolder,
  restoreFile,
  restoreState,
  type Workspace,
} from "../workspace/index.ts";
import { type ChangeDiff, changeDiff } from "./change-diff.ts";
import { previewRestore, type RestorePreview } from "./restore-preview.ts";
import { SessionBusyError } from "./errors.ts";

export interface SessionFilesParts {
  readonly log: Log;
  readonly journal: SessionJournal;
  readonly workspace: Pick<Workspace, "read">;
  /** True while a run is active. */
  readonly isRunning: () => boolean;
}

/** The changes of a session and its agents in files, and their undo. */
export class SessionFiles {
  readonly #parts: SessionFilesParts;

  constructor(parts: SessionFilesParts) {
    this.#parts = parts;
  }

  /** Returns the changes of the session, on all of its branches. */
  async history(): Promise<FileHistory> {
    const { log } = this.#parts;
    await log.complete();
    return fileHistory(this.#entries);
  }

  /** Returns the changed files with their recorded changes, by path. */
  async changed(): Promise<readonly ChangedFile[]> {
    const { log } = this.#parts;
    await log.complete();
    return changedFiles(this.#entries);
  }

  /** Compares the contents before and after a recorded change. */
  diff(change: PathChange): Promise<ChangeDiff> {
    return changeDiff(change, this.#parts.log.contents);
  }

  /**
   * Plans to undo the changes of the last run that changed files and was not undone, together with later runs that changed only what
   * git ignores; with `from`, of that run and all later ones. Undefined: there is nothing to undo. Changes nothing.
   */
  async planUndo(from?: string): Promise<RestorePlan | undefined> {
    const { runs } = await this.history();
    const first = runs.findIndex(({ run }) => run === from);
    const chosen = from === undefined ? nextUndo(runs) : first < 0 ? [] : runs.slice(first).filter(({ isUndone }) => !isUndone);
    return chosen.length === 0 ? undefined : planUndo(chosen);
  }

  /** Plans to take back the last undo. Undefined: there is none, or files were changed since. Changes nothing. */
  async planRedo(): Promise<RestorePlan | undefined> {
    const { runs, redoable } = await this.history();
    if (redoable === undefined) return undefined;
    const undone = (run: ChangedRun): boolean => redoable.start.runs.includes(run.run);
    return planRedo(redoable, runs.filter(undone));
  }

  /** Compares a plan with the current files. Changes nothing. */
  preview(plan: RestorePlan): Promise<RestorePreview> {
    const { workspace } = this.#parts;
    const read = (path: string): Promise<Uint8Array | undefined> => workspace.read(path).catch(() => undefined);
    return previewRestore(plan, { contents: this.#options().contents, read });
  }

  /**
   * Changes files as planned. A file that is no longer as it was recorded is not changed.
   * @throws {SessionBusyError} a run is active
   * @throws {LogWriteError} the plan could not be recorded: nothing was changed
   */
  restore(plan: RestorePlan): Promise<RestoreResult> {
    if (this.#parts.isRunning()) throw new SessionBusyError();
    return restoreFiles(plan, this.#options());
  }

  /** Finishes the restores that a crash interrupted. Returns their results. */
  async finishRestores(): Promise<readonly RestoreResult[]> {
    const { log } = this.#parts;
    const results: RestoreResult[] = [];
    const open = log.total(openRestores);
    if (open.length > 0) await log.complete();
    const starts = new Map(this.#entries.filter(isRestoreStart).map((entry) => [entry.id, entry]));
    for (const start of open) results.push(await finishRestore(starts.get(start.id) ?? start, this.#options()));
    return results;
  }

  /** The entries with the paths that their files have now. */
  get #entries(): readonly AnyEntry[] {
    const { entries, header } = this.#parts.log;
    return relocatedEntries(asAnyEntries(entries), header.cwd);
  }

  #options() {
    const { log, journal } = this.#parts;
    return {
      contents: log.contents ?? NO_CONTENTS,
      files: { restoreState, becomesEmpty, restoreFile, removeLeftover, removeRestoredFolder },
      async record(draft: Draft<RestoreStartEntry> | Draft<RestoreEndEntry>): Promise<string> {
        const { id } = await journal.append<RestoreStartEntry | RestoreEndEntry>(draft);
        await log.sync();
        return id;
      },
    };
  }
}

const NO_CONTENTS = { get: () => Promise.resolve(undefined) };
