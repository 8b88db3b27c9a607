import type { Entry } from "./entry.ts";
import { LogWriteError } from "./errors.ts";
import type { LogFile } from "./store.ts";

/** Listener for the fate of entries. */
export interface Followers {
  /** The store has persisted the entries. */
  written(entries: readonly Entry[]): void;
  /** The entries were removed from the log, or never became part of it. */
  forgotten(ids: ReadonlySet<string>): void;
}

/**
 * Appends entries to a file, one write at a time. After a failed write, the next one starts with the unwritten entries.
 */
export class LogWriter {
  readonly #file: LogFile;
  readonly #followers: Followers;
  /** Stamped entries that are written together with the next append. */
  #staged: readonly Entry[] = [];
  /** Appended entries that the store has not accepted. */
  #unwritten: readonly Entry[] = [];
  #writing: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(file: LogFile, followers: Followers) {
    this.#file = file;
    this.#followers = followers;
  }

  /** Returns true if the store has all entries. */
  get isIdle(): boolean {
    return this.#waiting === 0 && this.#unwritten.length === 0 && this.#staged.length === 0;
  }

  stage(entry: Entry): void {
    this.#staged = [...this.#staged, entry];
  }

  /** Without entries, writes only pending ones. @throws {LogWriteError} and the entries stay pending. */
  write(entries: readonly Entry[]): Promise<void> {
    return this.inTurn(() => this.#write(entries));
  }

  /** Runs a function after all earlier writes, while no other write runs. */
  inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
    this.#waiting += 1;
    const acted = this.#writing.then(act);
    const settled = (): void => void (this.#waiting -= 1);
    this.#writing = acted.then(settled, settled);
    return acted;
  }

  async #write(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0 && this.#unwritten.length === 0) return;
    const before = [...this.#staged, ...this.#unwritten];
    const batch = before.length === 0 ? entries : [...before, ...entries];
    try {
      const forgotten = await this.#file.append(batch);
      this.#staged = [];
      this.#unwritten = [];
      if (forgotten.length > 0) this.#followers.forgotten(new Set(forgotten));
      this.#followers.written(batch);
    } catch (error) {
      if (error instanceof LogWriteError) {
        this.#staged = [];
        this.#unwritten = batch;
      } else this.#followers.forgotten(new Set(entries.map(({ id }) => id)));
      throw error;
    }
  }
}
