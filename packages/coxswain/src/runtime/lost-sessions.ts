import { statSync } from "node:fs";
import type { StoredSession } from "../log/index.ts";
import { projectIdentity } from "../workspace/index.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Yields the sessions of a folder's project whose own folder no longer exists, the latest first, after the project was
 * moved, renamed or cloned again. A folder that exists keeps its sessions, also beside another clone.
 */
export async function* lostSessions(runtime: Runtime, cwd: string): AsyncGenerator<StoredSession> {
  const project = projectIdentity(cwd);
  if (project === undefined) return;
  for await (const session of runtime.list()) if (session.project === project && !isFolder(session.cwd)) yield session;
}

/**
 * Returns whether a path is a folder. A folder that cannot be read counts as existing, so that its sessions stay with
 * it.
 */
const isFolder = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return true;
  }
};
