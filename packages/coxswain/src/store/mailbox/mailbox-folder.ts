import { constants, existsSync } from "node:fs";
import { lstat, open, readdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type MailboxMessage, LogWriteError, randomEntryId } from "../../log/index.ts";
import { MAX_LINE_BYTES } from "../read-lines.ts";
import { makePrivateFolder, syncFolder } from "../private-folder.ts";
import { sessionSidecar, isSessionId } from "../session-file.ts";
import { writeError } from "../file-writes.ts";

/** Suffix of a message that waits for the owner and can be withdrawn. */
const WAITING = ".json";
/** Suffix of a message that the owner has received. */
const TAKEN = ".taken";

/**
 * Folder next to a session's log in which other processes leave messages for the session's owner, one file per message.
 * The folder exists only while it contains a message.
 */
export class MailboxFolder {
  readonly #log: string;
  readonly #folder: string;

  /** `log`: path of the session's file. */
  constructor(log: string) {
    this.#log = log;
    this.#folder = sessionSidecar(log, "inbox");
  }

  get exists(): boolean {
    return existsSync(this.#folder);
  }

  /** @throws {LogWriteError} */
  async send({ id, content }: MailboxMessage): Promise<void> {
    if (!isSessionId(id)) throw new LogWriteError(`Invalid message id "${id}": use only letters, digits, "-" and "_".`);
    const temporary = sessionSidecar(this.#log, `sending-${randomEntryId()}`);
    try {
      await writeSynced(temporary, JSON.stringify(content));
      await this.#moveIn(temporary, id + WAITING);
      await syncFolder(this.#folder);
      await syncFolder(dirname(this.#folder));
    } catch (error) {
      await rm(temporary, { force: true });
      throw writeError(this.#folder, error);
    }
  }

  async withdraw(id: string): Promise<boolean> {
    if (!isSessionId(id)) return false;
    const withdrawn = await rm(join(this.#folder, id + WAITING)).then(() => true, absent);
    await this.#removeIfEmpty();
    return withdrawn ?? false;
  }

  async receive(accepts: (id: string) => boolean = () => true): Promise<readonly MailboxMessage[]> {
    if (!this.exists) return [];
    for (const name of await this.#names()) {
      if (name.endsWith(WAITING) && !accepts(stem(name))) continue;
      if (name.endsWith(WAITING)) await rename(this.#at(name), this.#at(`${stem(name)}${TAKEN}`)).catch(absent); // absent: withdrawn
      else if (!name.endsWith(TAKEN)) await this.#setAside(name);
    }
    const names = (await this.#names()).filter((name) => name.endsWith(TAKEN) && accepts(stem(name)));
    const taken = await Promise.all(names.map((name) => this.#read(name)));
    await this.#removeIfEmpty();
    return taken
      .filter((one) => one !== undefined)
      .toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1))
      .map(({ id, content }) => ({ id, content }));
  }

  async drop(id: string, how: "done" | "refused"): Promise<void> {
    if (how === "refused") await this.#setAside(id + TAKEN);
    else await rm(this.#at(id + TAKEN), { force: true });
    await this.#removeIfEmpty();
  }

  /** The owner deletes the folder when it is empty, possibly between our mkdir and rename: so retry. */
  async #moveIn(temporary: string, name: string): Promise<void> {
    for (;;) {
      makePrivateFolder(this.#folder);
      const moved = await rename(temporary, this.#at(name)).then(() => true, absent);
      if (moved === true) return;
      if (!existsSync(temporary)) throw new LogWriteError(`${temporary} was removed by another program. Send the message again.`);
    }
  }

  async #read(name: string): Promise<(MailboxMessage & { readonly at: number }) | undefined> {
    const id = stem(name);
    try {
      const stats = await lstat(this.#at(name));
      if (isSessionId(id) && stats.isFile() && stats.size <= MAX_LINE_BYTES) {
        return { id, at: stats.mtimeMs, content: JSON.parse(await readText(this.#at(name))) };
      }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw writeError(this.#at(name), error);
    }
    await this.#setAside(name);
    return undefined;
  }

  #setAside(name: string): Promise<unknown> {
    return rename(this.#at(name), sessionSidecar(this.#log, `refused-${randomEntryId()}`)).catch(absent);
  }

  async #removeIfEmpty(): Promise<void> {
    await rmdir(this.#folder).catch(() => undefined); // not empty, or absent
  }

  async #names(): Promise<readonly string[]> {
    return (await readdir(this.#folder).catch(absent)) ?? [];
  }

  #at(name: string): string {
    return join(this.#folder, name);
  }
}

const stem = (name: string): string => name.slice(0, name.lastIndexOf("."));

const writeSynced = async (path: string, text: string): Promise<void> => {
  await using file = await open(path, "wx", 0o600);
  await file.writeFile(text);
  await file.sync();
};

const readText = async (path: string): Promise<string> => {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  return file.readFile("utf8");
};

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT") throw error;
};
