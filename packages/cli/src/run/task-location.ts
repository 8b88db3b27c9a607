import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { jsonlStore, type StoredSession } from "coxswain";
import { coxHome } from "coxswain/settings";
import { projectIdentity } from "coxswain/tools";
import { UsageError } from "../argv/index.ts";
import { sessionsFolder } from "../configuration/index.ts";
import type { ProcessContext } from "../process/index.ts";
import { findSession, SessionChoiceError } from "../sessions/index.ts";
import type { TaskValues } from "./task-values.ts";

/** The folder and session of a task. */
export interface TaskLocation {
  /** Absolute, with symbolic links resolved. */
  readonly cwd: string;
  /** The session of `--resume`, whose own folder is used. */
  readonly session?: string;
  /** Set if the session's folder no longer exists and `cwd` belongs to the same project. */
  readonly moved?: true;
}

/**
 * @throws {UsageError} when there is no such folder
 * @throws {SessionChoiceError}
 */
export const taskLocation = async (values: TaskValues, { cwd, env }: ProcessContext): Promise<TaskLocation> => {
  if (values.resume === undefined) {
    const path = resolve(cwd, values.cwd ?? ".");
    if (!isFolder(path)) throw new UsageError(`no such folder: ${path}`);
    return { cwd: realpathSync.native(path) };
  }
  const session = await storedSession(sessionsFolder(coxHome(env)), values.resume);
  if (isFolder(session.cwd)) return { cwd: session.cwd, session: session.id };
  const here = realpathSync.native(cwd);
  if (session.project !== undefined && session.project === projectIdentity(here)) return { cwd: here, session: session.id, moved: true };
  throw new SessionChoiceError(
    `The folder of session ${session.id} no longer exists: ${session.cwd}. To use the current folder instead: cox sessions relocate ${session.id}`,
  );
};

/** @throws {LogFormatError} when its file cannot be read */
const storedSession = async (directory: string, prefix: string): Promise<StoredSession> => {
  const { id } = await findSession(directory, prefix);
  const store = jsonlStore({ directory });
  for await (const session of store.list({ agents: true })) if (session.id === id) return session;
  const { header } = await store.open(id);
  return { id, cwd: header.cwd, createdAt: header.at, updatedAt: header.at };
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
