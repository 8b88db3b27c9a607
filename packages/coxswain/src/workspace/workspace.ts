import type { Confinement } from "./confinement.ts";
import type { FileStat, FolderEntry, ResolvedPath } from "./file.ts";
import type { ProcessResult, SavedOutput, SpawnOptions } from "./process.ts";
import type { Programs } from "./programs.ts";
import type { FileQuery, FoundFile, FoundLine, TextQuery } from "./search.ts";

/**
 * Access to one folder, its files, and processes started in it. Paths are absolute or relative to the root; `~` is the
 * home folder. A `ResolvedPath` from `resolve` is used as it was resolved, so that a permission decision stays valid: its
 * links are not followed again, and if a link was created there since, the operation fails with FileError `elsewhere`.
 * The interface does not depend on Node, so a workspace may also be a container or another machine.
 */
export interface Workspace {
  /** Absolute path of the folder, with links resolved. */
  readonly root: string;
  /** Resolves a path, which need not exist. @throws {FileError} `denied`, `io` */
  resolve(path: string): Promise<ResolvedPath>;
  /**
   * Describes the file at a path, following links. Undefined if nothing exists there. @throws {FileError} `denied`,
   * `io`
   */
  stat(path: string | ResolvedPath): Promise<FileStat | undefined>;
  /**
   * Reads a regular file.
   * @throws {FileError} `not_found`, `is_folder`, `not_regular`, `too_large` (over `maxBytes`), `elsewhere`, `denied`,
   * `io`
   */
  read(path: string | ResolvedPath, options?: { readonly maxBytes?: number }): Promise<Uint8Array>;
  /**
   * Replaces a file's content, or creates the file and its parent folders. At every moment, even if this process is
   * killed, the path has the old content or the new. Preserves the mode and, if possible, the owner; `stat` shows the
   * result. A link is preserved and its target changes. Other hard links to the file retain the old content.
   * @throws {FileError} `is_folder`, `not_regular`, `elsewhere`, `denied`, `no_space`, `io`; the old content is intact.
   */
  replace(path: string | ResolvedPath, bytes: Uint8Array): Promise<void>;
  /**
   * Deletes a regular file. @throws {FileError} `not_found`, `is_folder`, `not_regular`, `elsewhere`, `denied`, `io`
   */
  remove(path: string | ResolvedPath): Promise<void>;
  /** Deletes a folder if it is empty, and returns whether it did. @throws {FileError} `elsewhere`, `denied`, `io` */
  removeEmptyFolder(path: string | ResolvedPath): Promise<boolean>;
  /**
   * Moves a regular file to a path that must not exist yet, and creates the parent folders. Preserves mode and owner.
   * @throws {FileError} `not_found`, `is_folder`, `not_regular`, `exists`, `elsewhere`, `denied`, `io`
   */
  move(from: string | ResolvedPath, to: string | ResolvedPath): Promise<void>;
  /**
   * Lists the entries of a folder by name. @throws {FileError} `not_found`, `not_folder`, `elsewhere`, `denied`, `io`
   */
  list(path: string | ResolvedPath): Promise<readonly FolderEntry[]>;
  /** Runs an action while no other action for the same path runs, in the order of the calls. */
  exclusively<T>(path: string, action: () => Promise<T>): Promise<T>;
  /**
   * Runs a shell command in a separate process group, without a terminal. Standard input is empty, or the given string.
   * Settles when the shell has ended, even if it left processes running in the background. At the timeout or the signal
   * the group is killed first. The command is confined as `confinement` reports, unless `outside`.
   * @throws {ProcessError} if it cannot be started, or cannot be confined as required.
   */
  spawn(command: string, options?: SpawnOptions): Promise<ProcessResult>;
  /**
   * Until the returned object is disposed, a sandbox for the next command is prepared whenever a confined command has
   * ended. Absent if nothing can be prepared.
   */
  preparing?(): Disposable;
  /** Programs that run beside the session. Absent: none can be started. */
  readonly programs?: Programs;
  /** True if a sandbox is configured, even if it does not work on this machine. */
  readonly mayConfine: boolean;
  /** Returns the confinement of commands that do not run `outside`. Determined once, by a trial run. */
  confinement(): Promise<Confinement>;
  /**
   * Returns reasons why a program that only reads may run other programs in the root, because a repository, or a variable of
   * the environment, names them: a clause each. Runs nothing. Absent: unknown.
   */
  configuredPrograms?(program: "git" | "rg"): Promise<readonly string[]>;
  /** Returns true if a folder may have files that searches do not show, such as files with secrets. Absent: unknown. */
  holdsUnsearched?(folder: ResolvedPath): Promise<boolean>;
  /**
   * Saves a tool's output that is too long or not text, up to a limit, in a file that tools may read, outside of the root.
   * Absent: nothing can be saved.
   * @param extension the end of the file name: up to 8 lower-case letters and digits. Default: `txt`
   * @throws errors of the file system
   */
  saveOutput?(bytes: Uint8Array, extension?: string): Promise<SavedOutput>;
  /** Yields matching lines as they are found. Leaving the loop ends the search. @throws {SearchError} */
  searchText(query: TextQuery): AsyncIterable<FoundLine>;
  /** Yields files whose path matches as they are found. Leaving the loop ends the search. @throws {SearchError} */
  findFiles(query: FileQuery): AsyncIterable<FoundFile>;
  /** Kills the processes that commands left running. Idempotent. */
  close(): Promise<void>;
}
