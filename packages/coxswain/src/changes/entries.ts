import type { Entry } from "../log/index.ts";
import { type FileChange, isIgnoredChange, type PathChange } from "../workspace/index.ts";

/** Work that ran while files changed. */
export type ChangeSource =
  /** A tool call. `agent`: the session id of the sub-agent that made it; absent for the session itself. */
  | { readonly kind: "call"; readonly message: string; readonly call: string; readonly tool: string; readonly agent?: string }
  /** A background command. */
  | { readonly kind: "job"; readonly job: string }
  /** The hooks of an event, such as `post_tool`. `call`: the tool call that they followed. `agent`: as above. */
  | { readonly kind: "hook"; readonly event: string; readonly call?: string; readonly agent?: string };

/**
 * Files changed while tool calls, background commands or hooks of the session ran. Recorded in the log of the root session, before
 * the result of the call.
 */
export interface FileChangeEntry extends Entry {
  readonly type: "file_change";
  /** The run of the session that was active, or that started the background work. */
  readonly run: string;
  /** One: it made the changes. Several that ran at the same time: one or more of them did. */
  readonly by: readonly ChangeSource[];
  /**
   * `written`: the tool was permitted to write exactly these paths. `compared`: the folder was compared with what it was before,
   * so that the user or another program may have made some of the changes.
   */
  readonly found: "written" | "compared";
  /** The folder in which the source works, absolute: the session's folder, or the worktree of a task. */
  readonly folder: string;
  readonly changes: readonly PathChange[];
  /** Folders that were created, absolute. Absent: none. */
  readonly created?: readonly string[];
  /** Folders that were removed, absolute. Absent: none. */
  readonly removed?: readonly string[];
  /** Folders that are compared as a whole, relative to `folder`, with a slash at the end. Absent: none. */
  readonly unlisted?: readonly string[];
}

/** A change of a restore. */
export interface RestoredChange extends FileChange {
  /** Paths that get its content by the same restore. If none of them can be changed, nor is this path. Absent: none. */
  readonly movesTo?: readonly string[];
}

/** Files are about to be changed back, or again. The next `restore_end` of the same id ends it. */
export interface RestoreStartEntry extends Entry {
  readonly type: "restore_start";
  readonly kind: "undo" | "redo";
  /** The runs whose changes are undone or done again. */
  readonly runs: readonly string[];
  /** Each is changed from `before` to `after`, if it still equals `before`. */
  readonly changes: readonly RestoredChange[];
  /** Folders to remove once they are empty, absolute. */
  readonly folders: readonly string[];
  /** Every change is in one of these folders, absolute. */
  readonly roots: readonly string[];
}

/** A restore has ended; also recorded for one that a crash interrupted. */
export interface RestoreEndEntry extends Entry {
  readonly type: "restore_end";
  /** Id of the `restore_start`. */
  readonly restore: string;
  /** Files that were not changed, with the reason: a clause. */
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

export const isFileChange = (entry: Entry): entry is FileChangeEntry => entry.type === "file_change";

/** Returns the changes without those of what git ignores and of folders that are compared as a whole: no restore reverts these. */
export const unignoredChanges = <Change extends PathChange>({ changes }: { readonly changes: readonly Change[] }): readonly Change[] =>
  changes.filter((change) => !isIgnoredChange(change));

export const isRestoreStart = (entry: Entry): entry is RestoreStartEntry => entry.type === "restore_start";

export const isRestoreEnd = (entry: Entry): entry is RestoreEndEntry => entry.type === "restore_end";
