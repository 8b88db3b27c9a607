import { existsSync } from "node:fs";
import { type IndexedSession, type ListQuery, type SessionIndex } from "coxswain/store";
import { projectIdentity } from "coxswain/tools";

/** Finds sessions of the folder's project whose own folder no longer exists. */
export const movedSessions = async (index: SessionIndex, cwd: string, query: ListQuery): Promise<readonly IndexedSession[]> => {
  const project = projectIdentity(cwd);
  if (project === undefined) return [];
  const { limit: _, ...all } = query;
  const found = await index.list({ ...all, project });
  return found.filter((session) => session.project === project && session.cwd !== undefined && !existsSync(session.cwd));
};
