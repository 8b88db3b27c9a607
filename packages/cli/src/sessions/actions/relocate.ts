import { realpathSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import type { StoredSession } from "coxswain";
import { UsageError } from "../../argv/index.ts";
import { errorLine, escapeLine } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import { namedSession, expectAtMost, type SessionsAction, type SessionsRequest } from "../sessions-request.ts";

/** `cox sessions relocate`: exit code 1 when a session is in use, which stays unchanged. */
export const relocate: SessionsAction = async (request) => {
  const { runtime, values, context } = request;
  const { cwd, stderr } = context;
  const to = folderAt(resolve(cwd, values.to ?? "."));
  let failed = false;
  for (const { session, target } of await chosen(request, to)) {
    try {
      await runtime.relocate(session.id, target);
      stderr.write(`${session.id} now uses ${escapeLine(target)}.\n`);
    } catch (error) {
      failed = true;
      stderr.write(`${session.id}: ${errorLine(error)}\n`);
    }
  }
  return failed ? EXIT.failed : EXIT.done;
};

interface Move {
  readonly session: Pick<StoredSession, "id">;
  readonly target: string;
}

const chosen = async (request: SessionsRequest, to: string): Promise<readonly Move[]> => {
  const { store, values, rest, context } = request;
  if (values.from === undefined) return [{ session: await namedSession(request), target: to }];
  expectAtMost(0, rest);
  const from = resolve(context.cwd, values.from);
  const moves: Move[] = [];
  for await (const session of store.list({ agents: true })) {
    const target = targetOf(session.cwd, from, to);
    if (target !== undefined) moves.push({ session, target });
  }
  if (moves.length === 0) context.stderr.write(`No sessions in ${escapeLine(from)}.\n`);
  return moves;
};

/** Returns the new path of `from` or of a folder below it. Undefined for other folders. */
const targetOf = (folder: string, from: string, to: string): string | undefined => {
  if (folder === from) return to;
  return folder.startsWith(from.endsWith(sep) ? from : from + sep) ? join(to, relative(from, folder)) : undefined;
};

const folderAt = (path: string): string => {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw new UsageError(`no such folder: ${path}`);
  return realpathSync.native(path);
};
