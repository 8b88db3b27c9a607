import type { Entry } from "./entry.ts";
import { LogWriteError } from "./errors.ts";
import type { LogFile } from "./store.ts";

/** Is told what became of entries. */
export interface Followers {
  /** The store has them now. */
  written(entries: readonly Entry[]): void;
  /** They are no part of the log any more, or never became one. */
  forgotten(ids: ReadonlySet<string>): void;
}

/** Hands entries to a file, one write after the other: behind one that failed, the next begins with what it owes. */
export class LogWriter {
  readonly #file: LogFile;
  readonly #followers: Followers;
  /** Stamped, and not to be written before something is appended. */
  #staged: readonly Entry[] = [];
  /** Appended, and not taken by the store. */
  #owed: readonly Entry[] = [];
  #writing: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(file: LogFile, followers: Followers) {
    this.#file = file;
    this.#followers = followers;
  }

  /** Whether the store has all there is. */
  get isIdle(): boolean {
    return this.#waiting === 0 && this.#owed.length === 0 && this.#staged.length === 0;
  }

  stage(entry: Entry): void {
    this.#staged = [...this.#staged, entry];
  }

  /** Without entries: only what is owed. @throws {LogWriteError} and from then on they are owed. */
  write(entries: readonly Entry[]): Promise<void> {
    return this.inTurn(() => this.#write(entries));
  }

  /** Does something when all writes before are done, and none goes on. */
  inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
    this.#waiting += 1;
    const acted = this.#writing.then(act);
    const settled = (): void => void (this.#waiting -= 1);
    this.#writing = acted.then(settled, settled);
    return acted;
  }

  async #write(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0 && this.#owed.length === 0) return;
    const before = [...this.#staged, ...this.#owed];
    const batch = before.length === 0 ? entries : [...before, ...entries];
    try {
      const forgotten = await this.#file.append(batch);
      this.#staged = [];
      this.#owed = [];
      if (forgotten.length > 0) this.#followers.forgotten(new Set(forgotten));
      this.#followers.written(batch);
    } catch (error) {
      if (error instanceof LogWriteError) {
        this.#staged = [];
        this.#owed = batch;
      } else this.#followers.forgotten(new Set(entries.map(({ id }) => id)));
      throw error;
    }
  }
}
