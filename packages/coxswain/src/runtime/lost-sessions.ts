import { statSync } from "node:fs";
import type { StoredSession } from "../log/index.ts";
import { projectIdentity } from "../workspace/index.ts";
import type { Runtime } from "./runtime.ts";

/**
 * The sessions of a folder's project whose own folder is gone, the latest first: those that the project lost when it was
 * moved, renamed or cloned anew. A folder that is there keeps its sessions, also beside another clone.
 */
export async function* lostSessions(runtime: Runtime, cwd: string): AsyncGenerator<StoredSession> {
  const project = projectIdentity(cwd);
  if (project === undefined) return;
  for await (const session of runtime.list()) if (session.project === project && !isFolder(session.cwd)) yield session;
}

/** One that cannot be looked at is taken to be there: its sessions are not taken from it. */
const isFolder = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return true;
  }
};
