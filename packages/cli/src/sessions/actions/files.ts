import { resolve } from "node:path";
import { readSession, type SessionReading } from "coxswain";
import { type ChangedFile, changeDiff, changedFiles, relocatedEntries, stateSince } from "coxswain/session";
import { UsageError } from "../../argv/index.ts";
import { jsonLine } from "../../output/index.ts";
import { EXIT, type ExitCode } from "../../process/index.ts";
import { causeNames, CHANGED_BETWEEN, changeLine, indentedDiff, shownPath, SINCE } from "../../changes/index.ts";
import { chosenSession, findSession } from "../find-session.ts";
import { expectAtMost, type SessionsAction, type SessionsRequest } from "../sessions-request.ts";

/** `cox sessions files`: with a path, the changes of one file with their diffs. */
export const files: SessionsAction = async (request) => {
  const { stderr } = request.context;
  expectAtMost(2, request.rest);
  const { session, path } = await chosen(request);
  const all = changedFiles(session.entries);
  const shown = path === undefined ? all : all.filter((file) => isAt(file, session, path));
  if (path !== undefined && shown.length === 0)
    throw new UsageError(`the session did not change ${path}. List its files: cox sessions files`);
  if (all.length === 0) stderr.write("The session changed no files that are recorded.\n");
  return write(shown, session, path !== undefined, request);
};

/** Finds the session and the path: a single argument is a path if the latest session of the folder changed such a file, else an id. */
const chosen = async (request: SessionsRequest): Promise<{ readonly session: SessionReading; readonly path: string | undefined }> => {
  const { store, directory, rest, context } = request;
  const [first, second] = rest;
  const read = async (id: string): Promise<SessionReading> => {
    const session = await readSession(store, id);
    return { ...session, entries: relocatedEntries(session.entries, session.header.cwd) };
  };
  const open = async (text: string): Promise<SessionReading> => read((await findSession(directory, text)).id);
  if (first !== undefined && second !== undefined) return { session: await open(first), path: second };
  const latest = await chosenSession(directory, undefined, context.cwd);
  if (first === undefined) {
    if (latest === undefined)
      throw new UsageError("no sessions in this folder. Name one: cox sessions files ID; see all with: cox sessions --all");
    return { session: await read(latest), path: undefined };
  }
  const session = latest === undefined ? undefined : await read(latest);
  const isFile = session !== undefined && changedFiles(session.entries).some((file) => isAt(file, session, first));
  return isFile ? { session, path: first } : { session: await open(first), path: undefined };
};

/** Paths are relative to the session's folder, as they are shown, or absolute. */
const isAt = ({ path }: ChangedFile, { state }: SessionReading, typed: string): boolean =>
  path.replace(/\/$/, "") === resolve(state.cwd, typed);

const write = async (
  shown: readonly ChangedFile[],
  { entries, state, contents }: SessionReading,
  withDiffs: boolean,
  { values, context: { stdout } }: SessionsRequest,
): Promise<ExitCode> => {
  const nameOf = causeNames(entries);
  for (const file of shown) {
    const since = await stateSince(file.changes.at(-1) ?? file.changes[0]);
    const changes = file.changes.map((change) => ({ change, name: nameOf(change.cause) }));
    const count = `${changes.length} ${changes.length === 1 ? "change" : "changes"}`;
    if (values.json !== true) stdout.write(`${shownPath(state.cwd, file.path)}: ${count}, ${SINCE[since]}\n`);
    const objects: object[] = [];
    for (const { change, name } of changes) {
      const diff = await changeDiff(change, contents);
      const { added, removed, notes } = diff;
      const { at, cause, before, after, isUncertain, followsOther } = change;
      objects.push({
        at,
        name,
        cause,
        before,
        after,
        added,
        removed,
        notes,
        isUncertain,
        followsOther,
        ...(withDiffs ? { diff: diff.diff } : {}),
      });
      if (values.json === true) continue;
      if (change.followsOther) stdout.write(`  ${CHANGED_BETWEEN}\n`);
      stdout.write(`  ${changeLine(change, name, diff)}\n${withDiffs ? indentedDiff(diff.diff) : ""}`);
    }
    if (values.json === true) stdout.write(jsonLine({ path: file.path, since, changes: objects }));
  }
  return EXIT.done;
};
