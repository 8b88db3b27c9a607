import type { FrameTimer } from "../terminal/index.ts";
import { cleanText } from "./clean-text.ts";

export interface FileListOptions {
  /** Yields the project's files as paths relative to its folder, with `/`. Throws what the search throws. */
  readonly files: () => AsyncIterable<string>;
  readonly timer: FrameTimer;
  /** Called when there are more paths. */
  readonly onChange: () => void;
}

/** Milliseconds after which a list is read again. */
const STALE = 10_000;
/** Milliseconds of reading before keys are handled again, and the paths after which the time is checked. */
const SLICE = 5;
const CHECKED = 50;
/** Maximum number of paths. */
const MOST = 500_000;

/** The paths of a project's files and folders, read in the background when they are first needed. Folders end with `/`. */
export class FileList {
  readonly #options: FileListOptions;
  #paths: readonly string[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  #reading = false;
  #isStopped = false;

  constructor(options: FileListOptions) {
    this.#options = options;
  }

  /** While the first list is read, the same array grows. A newer list is another array. */
  get paths(): readonly string[] {
    return this.#paths;
  }

  /** Reads the list if there is none, or an old one. */
  refresh(): void {
    if (this.#reading || this.#isStopped || this.#options.timer.now() - this.#readAt < STALE) return;
    this.#reading = true;
    const paths: string[] = [];
    const isFirst = this.#paths.length === 0;
    if (isFirst) this.#paths = paths;
    this.#read(paths, isFirst)
      // Without a list there is nothing to complete; a mention of a file still works.
      .catch(() => {})
      .finally(() => {
        this.#reading = false;
        this.#readAt = this.#options.timer.now();
        this.#paths = paths;
        this.#options.onChange();
      });
  }

  /** Ends the reading. */
  stop(): void {
    this.#isStopped = true;
  }

  async #read(paths: string[], reports: boolean): Promise<void> {
    const folders = new Set<string>();
    const { timer, files, onChange } = this.#options;
    let since = timer.now();
    let next = CHECKED;
    for await (const path of files()) {
      // Such a name cannot be typed.
      if (path.includes('"') || path.includes("\n") || cleanText(path) !== path) continue;
      for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
        const folder = path.slice(0, at + 1);
        if (folders.has(folder)) break;
        folders.add(folder);
        paths.push(folder);
      }
      paths.push(path);
      if (paths.length >= MOST) return;
      if (paths.length < next) continue;
      next = paths.length + CHECKED;
      if (timer.now() - since < SLICE) continue;
      await new Promise<void>((resolve) => void timer.after(0, resolve));
      if (this.#isStopped) return;
      since = timer.now();
      if (reports) onChange();
    }
  }
}
