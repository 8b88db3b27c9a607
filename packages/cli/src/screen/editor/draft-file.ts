import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Text of the editor that was not sent. */
export interface Draft {
  readonly text: string;
  /** Pastes by their labels in the text. */
  readonly pasted: Readonly<Record<string, string>>;
}

/** The drafts of a project. */
export interface DraftStore {
  /** Takes the latest draft that a process left behind which no longer runs; undefined if there is none. */
  take(): Promise<Draft | undefined>;
  /** Saves the draft of this process. An empty text removes it. Rejects with a file system error. */
  save(draft: Draft): Promise<void>;
}

export interface DraftOptions {
  /** Folder of the drafts of all projects. Created if needed, for its owner only. */
  readonly folder: string;
  /** Folder of the project, absolute. */
  readonly project: string;
  /** Replaces secrets in a string by masks. */
  readonly mask: (text: string) => string;
  /** The process that writes. Default: this one. */
  readonly pid?: number;
}

/** Characters of a draft with its pastes. A longer one is not saved. */
const MOST_CHARACTERS = 4 * 1024 * 1024;

/**
 * Opens the drafts of a project: one file for each process, `PID-ID.json`, readable by its owner only. Written aside and
 * moved, so that a kill leaves the old draft or the new one.
 */
export const draftStore = ({ folder, project, mask, pid = process.pid }: DraftOptions): DraftStore => {
  let opened: Promise<DraftPaths> | undefined;
  const paths = (): Promise<DraftPaths> => (opened ??= draftPaths(folder, project, pid));
  const masked = ({ text, pasted }: Draft): Draft => ({
    text: mask(text),
    pasted: Object.fromEntries(Object.entries(pasted).map(([label, content]) => [label, mask(content)])),
  });

  const write = async (draft: Draft): Promise<void> => {
    const { own, file } = await paths();
    await mkdir(own, { recursive: true, mode: 0o700 });
    await chmod(own, 0o700);
    const aside = `${file}.new`;
    const handle = await open(aside, "w", 0o600);
    try {
      await handle.writeFile(JSON.stringify(draft));
    } finally {
      await handle.close();
    }
    await rename(aside, file);
  };

  return {
    async take() {
      const { own } = await paths();
      for (const name of await abandoned(own)) {
        // Only one of several processes that start now moves the file.
        const taken = join(own, `${name}.taken-${pid}`);
        const moved = await rename(join(own, name), taken).then(
          () => true,
          () => false,
        );
        if (!moved) continue;
        const draft = parseDraft(await readFile(taken, "utf8").catch(() => ""));
        await rm(taken, { force: true });
        if (draft !== undefined) return draft;
      }
      return undefined;
    },
    async save(draft) {
      const size = draft.text.length + Object.values(draft.pasted).reduce((sum, text) => sum + text.length, 0);
      if (draft.text.trim() === "" || size > MOST_CHARACTERS) await rm((await paths()).file, { force: true });
      else await write(masked(draft));
    },
  };
};

interface DraftPaths {
  /** Folder of the project's drafts. */
  readonly own: string;
  /** Draft of this process. */
  readonly file: string;
}

/** Loading node:crypto takes 4 ms, so it is loaded with the first draft, not with the screen. */
const draftPaths = async (folder: string, project: string, pid: number): Promise<DraftPaths> => {
  const { hash, randomUUID } = await import("node:crypto");
  const own = join(folder, hash("sha256", project, "hex").slice(0, 16));
  return { own, file: join(own, `${pid}-${randomUUID()}.json`) };
};

/** Returns the drafts of processes that no longer run, the latest first. */
const abandoned = async (folder: string): Promise<readonly string[]> => {
  const names = await readdir(folder).catch((): readonly string[] => []);
  const found = names.flatMap((name) => {
    const [, pid] = /^(\d+)-[\da-f-]+\.json$/.exec(name) ?? [];
    return pid === undefined || isRunning(Number(pid)) ? [] : [name];
  });
  const times = await Promise.all(
    found.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  return times.toSorted((one, other) => other.at - one.at).map(({ name }) => name);
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs as another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};

const parseDraft = (json: string): Draft | undefined => {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== "object" || value === null || !("text" in value) || typeof value.text !== "string") return undefined;
    const pasted = "pasted" in value && typeof value.pasted === "object" && value.pasted !== null ? value.pasted : {};
    return {
      text: value.text,
      pasted: Object.fromEntries(Object.entries(pasted).filter((entry): entry is [string, string] => typeof entry[1] === "string")),
    };
  } catch {
    return undefined; // damaged
  }
};
