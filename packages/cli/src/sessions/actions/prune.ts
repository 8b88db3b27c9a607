import { statSync } from "node:fs";
import { SessionInUseError } from "coxswain";
import { coxHome, loadSettings, projectRoot } from "coxswain/settings";
import { type IndexedSession, collectBlobs } from "coxswain/store";
import { UsageError } from "../../argv/index.ts";
import { userSessions, sessionsFolder } from "../../configuration/index.ts";
import { EXIT, type ProcessContext } from "../../process/index.ts";
import { parseTime } from "../../time/index.ts";
import { sessionLines, withoutAgents } from "../session-table.ts";
import { expectAtMost, type SessionsAction, type SessionsRequest } from "../sessions-request.ts";
import { jsonLine } from "../../output/index.ts";

/** `cox sessions prune`. */
export const prune: SessionsAction = async (request) => {
  const { values, rest, context } = request;
  expectAtMost(0, rest);
  const { stdout, stderr } = context;
  const before = parseTime("--older-than", values["older-than"] ?? (await retention(context)), Date.now());
  const old = withoutOwnedAgents(await userSessions(context).list({ agents: true })).filter(({ updatedAt }) => updatedAt < before);
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

/** `cox sessions gc`. */
export const gc: SessionsAction = async ({ values, rest, context: { env, stdout, stderr } }) => {
  expectAtMost(0, rest);
  const { blobs, bytes } = await collectBlobs({ directory: sessionsFolder(coxHome(env)), now: Date.now() });
  if (values.json === true) stdout.write(jsonLine({ blobs, bytes }));
  else if (blobs === 0) stderr.write("Nothing to free.\n");
  else stderr.write(`Freed ${sizeOf(bytes)} (${blobs} unused ${blobs === 1 ? "file" : "files"}).\n`);
  return EXIT.done;
};

const sizeOf = (bytes: number): string => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);
