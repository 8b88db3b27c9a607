import { existsSync, statSync } from "node:fs";
import { readdir, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isSubAgent, LogFormatError, LogWriteError, SessionNotFoundError } from "../log/index.ts";
import { collectBlobs } from "./blobs/index.ts";
import { makePrivateFolder } from "./private-folder.ts";
import { projectFolder } from "./project-folder.ts";
import { publish } from "./publish.ts";
import { findSession, sessionPath, trashFolder } from "./session-file.ts";
import { readHeader } from "./session-header.ts";
import { type EntryReader, type IndexedSession, readAside } from "./session-index/index.ts";
import { writeError } from "./write-error.ts";

/** A removed session, as it lies in the trash. */
export interface TrashedSession extends IndexedSession {
  /** What it goes by in the trash: its id, with a number after it when a session of that id lay there already. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly trashedAt: number;
}

/** What was removed from a store's directory, until it is deleted for good. */
export interface SessionTrash {
  /** What was removed last comes first. Sessions of agents are not shown beside the one that they worked for: they go where it goes. */
  list(): Promise<readonly TrashedSession[]>;
  /**
   * Puts a session back to where it was begun; the value is its path.
   * @throws {SessionNotFoundError} when nothing of that name is in the trash.
   * @throws {LogFormatError} when its header cannot be read, so that nothing says where it belongs.
   * @throws {LogWriteError} when there is a session of its id.
   */
  restore(name: string): Promise<string>;
  /**
   * Deletes for good, with the content that nothing else names. Content used within a day goes with a later emptying.
   * @throws {SessionNotFoundError} when nothing of one of the names is in the trash; nothing is deleted then.
   * @throws {LogWriteError}
   */
  empty(names: readonly string[]): Promise<void>;
}

export interface SessionTrashOptions {
  /** Where a store keeps its sessions. */
  readonly directory: string;
  readonly reader: EntryReader;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export const trashOf = ({ directory, reader, now }: SessionTrashOptions): SessionTrash => {
  const trash = trashFolder(directory);
  const all = async (): Promise<readonly TrashedSession[]> => {
    const sessions = await readAside(trash, reader);
    return sessions
      .map((session) => ({ ...session, name: basename(dirname(session.path)), trashedAt: timeOf(dirname(session.path)) }))
      .toSorted((one, other) => other.trashedAt - one.trashedAt);
  };

  const putBack = async ({ id, path }: TrashedSession): Promise<string> => {
    const { cwd, id: own } = await readHeader(path);
    if (own !== id) throw new LogFormatError(`${path} holds session "${own}"; a session's file is named after its id.`);
    if ((await findSession(directory, id)) !== undefined) throw new LogWriteError(`Session "${id}" exists.`);
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
      const session = named(name, sessions);
      const place = await putBack(session);
      for (const agent of withAgents(session, sessions)) if ((await findSession(directory, agent.id)) === undefined) await putBack(agent);
      return place;
    },
    async empty(names) {
      const sessions = await all();
      const paths = names.flatMap((name) => withAgents(named(name, sessions), sessions)).map(({ path }) => path);
      try {
        for (const path of paths) await rm(dirname(path), { recursive: true, force: true });
      } catch (error) {
        throw writeError(trash, error);
      }
      await collectBlobs({ directory, now: now() });
    },
  };
};

const named = (name: string, sessions: readonly TrashedSession[]): TrashedSession => {
  const session = sessions.find((each) => each.name === name);
  if (session === undefined) throw new SessionNotFoundError(name);
  return session;
};

/** A session, and those of the agents that worked for it and for each other. */
const withAgents = (session: TrashedSession, all: readonly TrashedSession[]): readonly TrashedSession[] => {
  const found = new Set([session]);
  for (const { id } of found) for (const each of all) if (isSubAgent(each) && each.parent === id) found.add(each);
  return [...found];
};

/** The log comes last: as long as it lies in the trash, the session does. */
const moveBack = async (path: string, target: string): Promise<void> => {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    const place = join(dirname(target), name);
    if (name !== basename(path) && !existsSync(place)) await rename(join(folder, name), place);
  }
  publish(path, target);
  await rmdir(folder).catch(() => {}); // what stood in the way of a file stays there
};

/** When something was last put into a folder. */
const timeOf = (folder: string): number => Math.trunc(statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0);
