import type { Draft } from "../log/index.ts";
import { errorText } from "../base/index.ts";
import { type FileVersion, type FolderScanner, isSameVersion, type Scan } from "../workspace/index.ts";
import { type ChangeSource, type FileChangeEntry, unignoredChanges } from "./entries.ts";

export interface ChangeRecorderOptions {
  /** The folder, absolute. */
  readonly folder: string;
  readonly scanner: FolderScanner;
  readonly append: (draft: Draft<FileChangeEntry>) => Promise<unknown>;
  /** Receives the reason why changes could not be recorded: a sentence. */
  readonly warn: (message: string) => void;
}

/** Work that may change files. */
export interface ChangingWork {
  readonly source: ChangeSource;
  /** The active run. */
  readonly run: string;
  /** The response that the work belongs to: a scan made for it, or by an earlier call of it, is new enough. */
  readonly response?: string;
  /** Absolute paths that it was permitted to write, if it changes nothing else. Absent: it may change everything in the folder. */
  readonly paths?: readonly string[];
}

/** Recording of one work. */
export interface Recording {
  /** Records what has changed. Never rejects. */
  end(): Promise<void>;
}

/** Milliseconds after which a scan is no longer taken for the state before a call. */
const NEW = 2000;

/** Records the changes of one folder while work runs in it. All work of a process in the folder shares one recorder. */
export class ChangeRecorder {
  readonly #options: ChangeRecorderOptions;
  readonly #active = new Set<ChangingWork>();
  /** `response`: the response for which it was made. */
  #last: { readonly scan: Scan; readonly endedAt: number; readonly response: string | undefined } | undefined;
  #hasFailed = false;
  /** Scans run one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: ChangeRecorderOptions) {
    this.#options = options;
  }

  /** True if some changes could not be recorded. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Scans the folder ahead of a call, while its response is still streaming. */
  prepare(response: string): void {
    void this.#inTurn(async () => {
      if (this.#active.size === 0 && this.#last?.response !== response) await this.#scan(response);
    });
  }

  /** Resolves once the state before the work is known. */
  async begin(work: ChangingWork): Promise<Recording> {
    if (work.paths !== undefined) return this.#beginWriting(work, work.paths);
    const isKnown = await this.#inTurn(async () => {
      if (this.#active.size > 0) await this.#record(work.response);
      else if (!this.#isNew(work.response)) await this.#scan(work.response);
      this.#active.add(work);
    });
    const record = async (): Promise<void> => {
      if (isKnown) await this.#record(work.response);
      this.#active.delete(work);
    };
    return { end: async () => void (await this.#inTurn(record)) };
  }

  async #beginWriting({ source, run }: ChangingWork, paths: readonly string[]): Promise<Recording> {
    const { scanner, folder, append } = this.#options;
    const startedAt = scanner.now();
    let before: readonly (FileVersion | undefined)[] = [];
    const isKnown = await this.#attempt(async () => {
      before = await scanner.versions(paths);
    });
    const record = async (): Promise<void> => {
      const after = await scanner.versions(paths);
      const changes = paths.flatMap((path, at) => {
        const [was, is] = [before[at], after[at]];
        return isSameVersion(was, is)
          ? []
          : [{ path, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) }];
      });
      if (changes.length === 0) return;
      // A command that runs meanwhile has not made these changes.
      if (this.#last !== undefined) this.#last = { ...this.#last, scan: await scanner.refreshed(this.#last.scan, paths) };
      const folders = scanner.folderChanges({ at: startedAt, files: new Map() }, paths);
      await append({ type: "file_change", run, by: [source], found: "written", folder, changes, ...folders });
    };
    return { end: async () => void (isKnown && (await this.#inTurn(record))) };
  }

  #isNew(response: string | undefined): boolean {
    return response !== undefined && this.#last?.response === response && this.#options.scanner.now() - this.#last.endedAt < NEW;
  }

  async #scan(response: string | undefined): Promise<void> {
    // The first attempt has warned.
    if (this.#options.scanner.isTooLarge) return;
    const scan = await this.#options.scanner.scan(this.#last?.scan);
    this.#last = { scan, endedAt: this.#options.scanner.now(), response };
  }

  /** Records what has changed since the last scan, as made by all work that is active. */
  async #record(response: string | undefined): Promise<void> {
    const before = this.#last?.scan;
    await this.#scan(response);
    const after = this.#last?.scan;
    const [first] = this.#active;
    if (before === undefined || after === undefined || first === undefined) return;
    const { scanner, folder, append } = this.#options;
    const changes = await scanner.differences(before, after);
    if (changes.length === 0) return;
    const whole = [...after.ignored].filter(([, { kind }]) => kind === "whole").map(([path]) => path);
    // Undo leaves everything that git ignores, so it removes no folders there.
    const paths = unignoredChanges({ changes }).map(({ path }) => path);
    await append({
      type: "file_change",
      run: first.run,
      by: [...this.#active].map(({ source }) => source),
      found: "compared",
      folder,
      changes,
      ...scanner.folderChanges(before, paths),
      ...(whole.length > 0 ? { unlisted: whole } : {}),
    });
  }

  /** Returns false if the action failed. */
  #inTurn(action: () => Promise<void>): Promise<boolean> {
    const turn = this.#turn.then(() => this.#attempt(action));
    this.#turn = turn;
    return turn;
  }

  async #attempt(action: () => Promise<void>): Promise<boolean> {
    try {
      await action();
      return true;
    } catch (error) {
      this.#hasFailed = true;
      this.#options.warn(`Changes of files in ${this.#options.folder} were not recorded, so they cannot be undone: ${errorText(error)}`);
      return false;
    }
  }
}
