import { statSync } from "node:fs";
import { SessionInUseError } from "coxswain";
import { coxHome, loadSettings, projectRoot } from "coxswain/settings";
import { type IndexedSession } from "coxswain/store";
import { UsageError } from "../../argv/index.ts";
import { userSessions } from "../../configuration/index.ts";
import { EXIT, type ProcessContext } from "../../process/index.ts";
import { momentOf } from "../../time/index.ts";
import { sessionLines } from "../session-row.ts";
import { withoutAgents } from "../with-agents.ts";
import { expectAtMost, type SessionsAction, type SessionsRequest } from "../sessions-request.ts";

/** `cox sessions prune`. */
export const prune: SessionsAction = async (request) => {
  const { values, rest, surroundings } = request;
  expectAtMost(0, rest);
  const { stdout, stderr } = surroundings;
  const before = momentOf("--older-than", values["older-than"] ?? (await retention(surroundings)), Date.now());
  const old = withoutOwnedAgents(await userSessions(surroundings).list({ agents: true })).filter(({ updatedAt }) => updatedAt < before);
  if (values["dry-run"] === true) {
    stdout.write(sessionLines(withoutAgents(old), true));
    stderr.write(`${counted(old.length)} would be moved to the trash.\n`);
    return EXIT.done;
  }
  const moved: IndexedSession[] = [];
  const live: string[] = [];
  for (const session of old) {
    if (await isMoved(request, session, before, live)) moved.push(session);
  }
  stdout.write(sessionLines(withoutAgents(moved), true));
  for (const id of live) stderr.write(`Skipped ${id}: in use.\n`);
  stderr.write(`${counted(moved.length)} moved to the trash. List it with: cox sessions trash\n`);
  return EXIT.done;
};

/** Removes agents' sessions from the list, because they are deleted with their parent. Keeps those without a parent. */
const withoutOwnedAgents = (all: readonly IndexedSession[]): readonly IndexedSession[] => {
  const ids = new Set(all.map(({ id }) => id));
  return all.filter(({ kind, parent = "" }) => kind !== "subagent" || !ids.has(parent));
};

const isMoved = async ({ runtime }: SessionsRequest, { id, path }: IndexedSession, before: number, live: string[]): Promise<boolean> => {
  // The session may have been used since it was listed.
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.mtimeMs >= before) return false;
  try {
    return await runtime.remove(id);
  } catch (error) {
    if (!(error instanceof SessionInUseError)) throw error;
    live.push(id);
    return false;
  }
};

/** Returns the retention in the user's settings. Project settings are ignored. */
const retention = async ({ env, cwd }: ProcessContext): Promise<string> => {
  const { settings } = await loadSettings({ home: coxHome(env), project: projectRoot(cwd), trusted: false });
  const days = settings.retention?.days;
  if (days !== undefined) return `${days}d`;
  throw new UsageError("no age given. Use --older-than 90d, or set retention.days in your settings");
};

const counted = (count: number): string => `${count} ${count === 1 ? "session" : "sessions"}`;
