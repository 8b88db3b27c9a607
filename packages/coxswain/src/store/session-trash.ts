import { existsSync, statSync } from "node:fs";
import { readdir, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isSubAgent, LogFormatError, LogWriteError, SessionNotFoundError } from "../log/index.ts";
import { collectBlobs } from "./blobs/index.ts";
import { makePrivateFolder } from "./private-folder.ts";
import { projectFolder, findSession, sessionPath, trashFolder } from "./session-file.ts";
import { publish, writeError } from "./file-writes.ts";
import { readHeader } from "./session-header.ts";
import { type EntryReader, type IndexedSession, listWithoutIndex } from "./session-index/index.ts";

/** A removed session in the trash. */
export interface TrashedSession extends IndexedSession {
  /** Name in the trash: the session's id, with a number appended if the trash already contained that id. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly trashedAt: number;
}

/** Sessions removed from a store's directory, until they are deleted permanently. */
export interface SessionTrash {
  /**
   * Returns the most recently removed sessions first. Sub-agents' sessions are omitted if their parent is in the trash:
   * they are restored and deleted with it.
   */
  list(): Promise<readonly TrashedSession[]>;
  /**
   * Moves a session back to its original folder, and returns its path.
   * @throws {SessionNotFoundError} if the trash contains no session of that name.
   * @throws {LogFormatError} if its header, which names the folder, cannot be read.
   * @throws {LogWriteError} if a session of that id exists.
   */
  restore(name: string): Promise<string>;
  /**
   * Deletes sessions permanently, with content that no other session references. Content used within the last day is
   * deleted by a later call.
   * @throws {SessionNotFoundError} if the trash lacks one of the names; then nothing is deleted.
   * @throws {LogWriteError}
   */
  empty(names: readonly string[]): Promise<void>;
}

export interface SessionTrashOptions {
  /** The store's directory. */
  readonly directory: string;
  readonly reader: EntryReader;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export const trashOf = ({ directory, reader, now }: SessionTrashOptions): SessionTrash => {
  const trash = trashFolder(directory);
  const all = async (): Promise<readonly TrashedSession[]> => {
    const sessions = await listWithoutIndex(trash, reader);
    return sessions
      .map((session) => ({ ...session, name: basename(dirname(session.path)), trashedAt: timeOf(dirname(session.path)) }))
      .toSorted((one, other) => other.trashedAt - one.trashedAt);
  };

  const putBack = async ({ id, path }: TrashedSession): Promise<string> => {
    const { cwd, id: own } = await readHeader(path);
    if (own !== id) throw new LogFormatError(`${path} contains session "${own}". Rename it to ${own}.jsonl.`);
    if ((await findSession(directory, id)) !== undefined)
      throw new LogWriteError(`Session "${id}" already exists. Move or remove it first.`);
    const target = sessionPath(projectFolder(directory, cwd), id);
    try {
      makePrivateFolder(dirname(target));
      await moveBack(path, target);
    } catch (error) {
      throw writeError(target, error);
    }
    return target;
  };

  return {
    async list() {
      const sessions = await all();
      const ids = new Set(sessions.map(({ id }) => id));
      return sessions.filter((session) => !isSubAgent(session) || !ids.has(session.parent ?? ""));
    },
    async restore(name) {
      const sessions = await all();
      const session = findTrashed(name, sessions);
      const restored = await putBack(session);
      for (const agent of withAgents(session, sessions)) if ((await findSession(directory, agent.id)) === undefined) await putBack(agent);
      return restored;
    },
    async empty(names) {
      const sessions = await all();
      const paths = names.flatMap((name) => withAgents(findTrashed(name, sessions), sessions)).map(({ path }) => path);
      try {
        for (const path of paths) await rm(dirname(path), { recursive: true, force: true });
      } catch (error) {
        throw writeError(trash, error);
      }
      await collectBlobs({ directory, now: now() });
    },
  };
};

const findTrashed = (name: string, sessions: readonly TrashedSession[]): TrashedSession => {
  const session = sessions.find((each) => each.name === name);
  if (session === undefined) throw new SessionNotFoundError(name);
  return session;
};

/** Returns a session and those of all its direct and indirect sub-agents. */
const withAgents = (session: TrashedSession, all: readonly TrashedSession[]): readonly TrashedSession[] => {
  const found = new Set([session]);
  for (const { id } of found) for (const each of all) if (isSubAgent(each) && each.parent === id) found.add(each);
  return [...found];
};

/** Moves the log last: while the log is in the trash, so is the session. */
const moveBack = async (path: string, target: string): Promise<void> => {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    const restored = join(dirname(target), name);
    if (name !== basename(path) && !existsSync(restored)) await rename(join(folder, name), restored);
  }
  publish(path, target);
  await rmdir(folder).catch(() => {}); // files whose target exists stay in it
};

/** Time of the last change to a folder. */
const timeOf = (folder: string): number => Math.trunc(statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0);
