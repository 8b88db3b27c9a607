import type { Confinement } from "./confinement.ts";
import type { FileStat, FolderEntry, Place } from "./file.ts";
import type { ProcessResult, SpawnOptions } from "./process.ts";
import type { FileQuery, FoundFile, FoundLine, TextQuery } from "./search.ts";

/**
 * The world that tools work in: one folder, its files and the processes started in it. Paths given to it are absolute
 * or relative to the root; `~` stands for the home folder. A `Place` that was resolved before, and allowed, is used as it was resolved: no link
 * is followed any more, and where one was put there since, the FileError is `elsewhere`. Its contract knows no Node, so that a workspace may as
 * well be in a container or on another machine.
 */
export interface Workspace {
  /** The folder's absolute path, links resolved. */
  readonly root: string;
  /** Where a path leads, whether something is there or not. @throws {FileError} `denied`, `io` */
  resolve(path: string): Promise<Place>;
  /** What is at a path, links followed; undefined when there is nothing. @throws {FileError} `denied`, `io` */
  stat(path: string | Place): Promise<FileStat | undefined>;
  /**
   * The bytes of a regular file.
   * @throws {FileError} `not_found`, `is_folder`, `not_regular`, `too_large` (over `maxBytes`), `elsewhere`, `denied`, `io`
   */
  read(path: string | Place, options?: { readonly maxBytes?: number }): Promise<Uint8Array>;
  /**
   * Puts bytes in the place of a file's content, or makes the file and its parent folders. At every moment, even when
   * this process is killed, the path holds the old content or the new. Mode and, where possible, owner are kept; `stat`
   * tells whether it was. A link stays and its target changes. Of a file with several hard links only this name gets the new content.
   * @throws {FileError} `is_folder`, `not_regular`, `elsewhere`, `denied`, `no_space`, `io`; the old content is intact.
   */
  replace(path: string | Place, bytes: Uint8Array): Promise<void>;
  /** Takes a regular file away. @throws {FileError} `not_found`, `is_folder`, `not_regular`, `elsewhere`, `denied`, `io` */
  remove(path: string | Place): Promise<void>;
  /** Takes a folder away that holds nothing, and says whether it did. @throws {FileError} `elsewhere`, `denied`, `io` */
  removeEmptyFolder(path: string | Place): Promise<boolean>;
  /**
   * Gives a regular file another path, where nothing may be yet, and makes that one's parent folders. Mode and owner stay.
   * @throws {FileError} `not_found`, `is_folder`, `not_regular`, `exists`, `elsewhere`, `denied`, `io`
   */
  move(from: string | Place, to: string | Place): Promise<void>;
  /** The entries of a folder by name. @throws {FileError} `not_found`, `not_folder`, `elsewhere`, `denied`, `io` */
  list(path: string | Place): Promise<readonly FolderEntry[]>;
  /** Runs an action while no other action for the same path runs, in the order of the calls. */
  exclusively<T>(path: string, action: () => Promise<T>): Promise<T>;
  /**
   * Runs a shell command in a process group of its own, without a terminal, and without standard input but what it is given. Settles when the
   * shell has ended, whatever it left running in the background; at the timeout or the signal the group is ended first.
   * It is confined as `confinement` says, unless `outside`, and never less.
   * @throws {ProcessError} when it cannot be started, or not be confined as it has to be.
   */
  spawn(command: string, options?: SpawnOptions): Promise<ProcessResult>;
  /** Whether commands are confined here where that can be had: what was set, not what works. */
  readonly mayConfine: boolean;
  /** What holds the commands that are not run `outside`. Found out once, by trying. */
  confinement(): Promise<Confinement>;
  /** Lines that match, as they are found; leaving the loop ends the search. @throws {SearchError} */
  searchText(query: TextQuery): AsyncIterable<FoundLine>;
  /** Files whose path matches, as they are found; leaving the loop ends the search. @throws {SearchError} */
  findFiles(query: FileQuery): AsyncIterable<FoundFile>;
  /** Ends what commands left running. Idempotent. */
  close(): Promise<void>;
}
