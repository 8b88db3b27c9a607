import { existsSync } from "node:fs";
import { dirname } from "node:path";
import {
  describeHeader,
  type Header,
  isSubAgent,
  isUntouchedImport,
  LogFormatError,
  LogWriteError,
  SessionNotFoundError,
  type Store,
  type StoredSession,
} from "../log/index.ts";
import { contentIn } from "./blobs/index.ts";
import { followEntries } from "./follow/index.ts";
import { FolderSyncs } from "./folder-syncs.ts";
import { MailboxFolder, MailboxWatch } from "./mailbox/index.ts";
import { JsonlFile } from "./jsonl-file.ts";
import { OwnerFiles, SessionLock } from "./lock/index.ts";
import { readMoves } from "./moves.ts";
import { projectFolder, blobsFolder, findSession, isSessionId, projectFolders, sessionFiles, sessionPath } from "./session-file.ts";
import { idProblem, readHeader } from "./session-header.ts";
import { deletePermanently, moveToTrash } from "./move-to-trash.ts";
import { writeError } from "./file-writes.ts";

export interface JsonlStoreOptions {
  /** Directory of the sessions: one folder per project, one file per session. Created when needed. */
  readonly directory: string;
}

/** Stores sessions on disk, each as an append-only file of JSON lines: a header, then one entry per line. */
export const jsonlStore = ({ directory }: JsonlStoreOptions): Store => {
  const shared = { mailboxes: new MailboxWatch(), owners: new OwnerFiles(), folders: new FolderSyncs() };
  return {
    async create(header) {
      if (!isSessionId(header.id)) throw new LogWriteError(`Invalid session id "${header.id}": use only letters, digits, "-" and "_".`);
      if ((await findSession(directory, header.id)) !== undefined) throw new LogWriteError(`Session "${header.id}" already exists.`);
      return new JsonlFile(sessionPath(projectFolder(directory, header.cwd), header.id), header, false, shared);
    },

    async open(id) {
      const path = await findSession(directory, id);
      if (path === undefined) throw new SessionNotFoundError(id);
      const header = await readHeader(path);
      if (header.id !== id) throw new LogFormatError(idProblem(path, header));
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
        const session = storedSession(header, moves.get(id) ?? header.cwd, path, updatedAt);
        if (cwd === undefined || session.cwd === cwd) yield session;
      }
    },

    async *follow(id, { after, signal = NEVER } = {}) {
      const path = await findSession(directory, id);
      if (path === undefined) throw new SessionNotFoundError(id);
      // The owner of the session has reported missing content; placeholders replace it here.
      yield* followEntries(path, { after, signal, contentOf: contentIn(blobsFolder(directory), () => {}) });
    },

    async remove(id, { forGood = false } = {}) {
      const path = await findSession(directory, id);
      if (path === undefined) return false;
      const lock = SessionLock.acquire(path, id);
      try {
        if (!existsSync(path)) return false; // another process has removed it in the meantime
        if (forGood && new MailboxFolder(path).exists) return false;
        await (forGood ? deletePermanently(path) : moveToTrash(directory, path));
      } catch (error) {
        throw writeError(path, error);
      } finally {
        lock.release();
      }
      return true;
    },

    mailbox: {
      async send(id, message) {
        const path = await findSession(directory, id);
        if (path === undefined) throw new SessionNotFoundError(id);
        await new MailboxFolder(path).send(message);
      },
      async withdraw(id, messageId) {
        const path = await findSession(directory, id);
        return path !== undefined && new MailboxFolder(path).withdraw(messageId);
      },
    },
  };
};

const NEVER = new AbortController().signal;

const storedSession = (header: Header, cwd: string, path: string, updatedAt: number): StoredSession => ({
  ...describeHeader(header),
  cwd,
  updatedAt: Math.trunc(updatedAt),
  ...(isUntouchedImport(header, Math.trunc(updatedAt)) ? { imported: true } : {}),
  path,
});

const headerIfReadable = async (path: string): Promise<Header | undefined> => {
  try {
    return await readHeader(path);
  } catch {
    return undefined; // opening it by its id reports the error
  }
};
