import { existsSync } from "node:fs";
import { dirname } from "node:path";
import {
  describeHeader,
  type Header,
  isSubAgent,
  LogFormatError,
  LogWriteError,
  SessionNotFoundError,
  type Store,
  type StoredSession,
} from "../log/index.ts";
import { contentIn } from "./blobs/index.ts";
import { followEntries } from "./follow/index.ts";
import { FolderSyncs } from "./folder-syncs.ts";
import { InboxFolder, InboxWatch } from "./hand-over/index.ts";
import { JsonlFile } from "./jsonl-file.ts";
import { OwnerFiles, SessionLock } from "./lock/index.ts";
import { readMoves } from "./moves.ts";
import { projectFolder } from "./project-folder.ts";
import { blobsFolder, findSession, isSessionId, projectFolders, sessionFiles, sessionPath } from "./session-file.ts";
import { readHeader } from "./session-header.ts";
import { deleteForGood, moveToTrash } from "./trash.ts";
import { writeError } from "./write-error.ts";

export interface JsonlStoreOptions {
  /** Where sessions are kept: a folder for each project in it, a file for each session in that. Made when it is needed. */
  readonly directory: string;
}

/** Keeps sessions on disk, each as a file of JSON lines that only grows: its header, then one entry a line. */
export const jsonlStore = ({ directory }: JsonlStoreOptions): Store => {
  const shared = { inboxes: new InboxWatch(), owners: new OwnerFiles(), folders: new FolderSyncs() };
  return {
    async create(header) {
      if (!isSessionId(header.id))
        throw new LogWriteError(`"${header.id}" cannot be a session id: only letters, digits, "-" and "_" can be in one.`);
      if ((await findSession(directory, header.id)) !== undefined) throw new LogWriteError(`Session "${header.id}" exists.`);
      return new JsonlFile(sessionPath(projectFolder(directory, header.cwd), header.id), header, false, shared);
    },

    async open(id) {
      const path = await findSession(directory, id);
      if (path === undefined) throw new SessionNotFoundError(id);
      const header = await readHeader(path);
      if (header.id !== id) throw new LogFormatError(`${path} holds session "${header.id}"; a session's file is named after its id.`);
      return new JsonlFile(path, header, true, shared);
    },

    async *list({ cwd, agents = false } = {}) {
      const moves = await readMoves(directory);
      const own = cwd === undefined ? undefined : projectFolder(directory, cwd);
      const elsewhere = own === undefined || [...moves.values()].includes(cwd ?? "");
      for (const { id, path, updatedAt } of await sessionFiles(elsewhere ? await projectFolders(directory) : [own])) {
        if (own !== undefined && moves.get(id) !== cwd && dirname(path) !== own) continue;
        const header = await headerIfReadable(path);
        if (header?.id !== id || (isSubAgent(header) && !agents)) continue;
        const session = described(header, moves.get(id) ?? header.cwd, path, updatedAt);
        if (cwd === undefined || session.cwd === cwd) yield session;
      }
    },

    async *follow(id, { after, signal = NEVER } = {}) {
      const path = await findSession(directory, id);
      if (path === undefined) throw new SessionNotFoundError(id);
      // What is lost of it was told to whoever read it before, and stands in its place.
      yield* followEntries(path, { after, signal, contentOf: contentIn(blobsFolder(directory), () => {}) });
    },

    async remove(id, { forGood = false } = {}) {
      const path = await findSession(directory, id);
      if (path === undefined) return false;
      const lock = SessionLock.acquire(path, id);
      try {
        if (!existsSync(path)) return false; // somebody else removed it while we looked
        if (forGood && new InboxFolder(path).isThere) return false;
        await (forGood ? deleteForGood(path) : moveToTrash(directory, path));
      } catch (error) {
        throw writeError(path, error);
      } finally {
        lock.release();
      }
      return true;
    },

    mailbox: {
      async give(id, handed) {
        const path = await findSession(directory, id);
        if (path === undefined) throw new SessionNotFoundError(id);
        await new InboxFolder(path).give(handed);
      },
      async withdraw(id, messageId) {
        const path = await findSession(directory, id);
        return path !== undefined && new InboxFolder(path).withdraw(messageId);
      },
    },
  };
};

const NEVER = new AbortController().signal;

const described = (header: Header, cwd: string, path: string, updatedAt: number): StoredSession => ({
  ...describeHeader(header),
  cwd,
  updatedAt: Math.trunc(updatedAt),
  path,
});

const headerIfReadable = async (path: string): Promise<Header | undefined> => {
  try {
    return await readHeader(path);
  } catch {
    return undefined; // opening it by its id says what is wrong
  }
};
