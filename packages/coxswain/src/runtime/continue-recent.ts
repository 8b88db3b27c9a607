import type { StoredSession } from "../log/index.ts";
import type { Session } from "../session/index.ts";
import { NoRecentSessionError } from "./errors.ts";
import { lostSessions } from "./lost-sessions.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Opens the most recently used session of a folder. A folder without sessions takes over the latest session of its
 * project whose own folder no longer exists; that session works in this folder from then on.
 * @throws {NoRecentSessionError}
 * @throws every error of opening the session
 */
export const continueRecent = async (runtime: Runtime, cwd: string): Promise<Session> => {
  const own = await latestSession(runtime.list({ cwd }));
  if (own !== undefined) return runtime.open(own.id);
  const lost = await latestSession(lostSessions(runtime, cwd));
  if (lost === undefined) throw new NoRecentSessionError(cwd);
  await runtime.relocate(lost.id, cwd);
  return runtime.open(lost.id);
};

/**
 * Returns the most recent of these sessions, which come in this order. An import that was not continued counts only if there
 * is no other session.
 */
export const latestSession = async (sessions: AsyncIterable<StoredSession>): Promise<StoredSession | undefined> => {
  let imported: StoredSession | undefined;
  for await (const session of sessions) {
    if (session.imported !== true) return session;
    imported ??= session;
  }
  return imported;
};
