import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { readSession } from "coxswain";
import { type Arguments, type OptionValues, UnknownNameError, UsageError } from "../argv/index.ts";
import type { SESSIONS_OPTIONS } from "../options/index.ts";
import { jsonLine } from "../output/index.ts";
import { EXIT, type ExitCode, type Surroundings } from "../process/index.ts";
import { findSession } from "./find-session.ts";
import { rowLine, sessionRow } from "./session-row.ts";
import { sessionShelf, type SessionShelf } from "./session-shelf.ts";
import { transcript } from "./transcript.ts";

interface Request extends SessionShelf {
  readonly values: OptionValues<typeof SESSIONS_OPTIONS>;
  /** What came after the action's name. */
  readonly rest: readonly string[];
  readonly surroundings: Surroundings;
}

const ACTIONS = new Map<string, (request: Request) => Promise<void>>([
  ["list", (request) => list(request)],
  ["show", (request) => show(request)],
  ["path", (request) => path(request)],
  ["rename", (request) => rename(request)],
  ["delete", (request) => remove(request)],
]);

/** `cox sessions`. */
export const sessionsAction = async (
  { values, positionals: [name = "list", ...rest] }: Arguments<typeof SESSIONS_OPTIONS>,
  surroundings: Surroundings,
): Promise<ExitCode> => {
  const action = ACTIONS.get(name);
  if (action === undefined) throw new UnknownNameError("action", name, [...ACTIONS.keys()]);
  const shelf = sessionShelf(surroundings);
  try {
    await action({ ...shelf, values, rest, surroundings });
  } finally {
    await shelf.runtime.close();
  }
  return EXIT.done;
};

const LIMIT = 20;

const list = async ({ store, values, rest, surroundings: { cwd, stdout, stderr } }: Request): Promise<void> => {
  noMoreThan(0, rest);
  const { all = false, limit = LIMIT, json } = values;
  const folder = realFolder(resolve(cwd, values.cwd ?? "."));
  let count = 0;
  for await (const stored of store.list(all ? {} : { cwd: folder })) {
    if (limit > 0 && count === limit) {
      stderr.write(`There are more than ${limit}: --limit 0 shows all.\n`);
      break;
    }
    count += 1;
    const row = sessionRow(stored, await readSession(store, stored.id));
    stdout.write(json === true ? jsonLine(row) : `${rowLine(row, all)}\n`);
  }
  if (count === 0)
    stderr.write(all ? "There are no sessions yet.\n" : `There are no sessions of ${folder} yet; --all shows those of every folder.\n`);
};

const show = async (request: Request): Promise<void> => {
  const { store, values, surroundings } = request;
  const { stdout } = surroundings;
  const session = await readSession(store, (await chosen(request)).id);
  if (values.json === true) for (const entry of session.entries) stdout.write(jsonLine(entry));
  else stdout.write(transcript(session, stdout.columns));
};

const path = async (request: Request): Promise<void> => {
  const { path: place = "" } = await chosen(request);
  request.surroundings.stdout.write(`${place}\n`);
};

const rename = async (request: Request): Promise<void> => {
  const { runtime, rest, surroundings } = request;
  const title = rest.slice(1).join(" ").trim();
  if (title === "") throw new UsageError("rename needs an id and a title: cox sessions rename ID TITLE");
  const { id } = await chosen(request, rest.length);
  await (await runtime.open(id)).set({ title });
  surroundings.stderr.write(`Renamed ${id}.\n`);
};

const remove = async (request: Request): Promise<void> => {
  const { id } = await chosen(request);
  await request.runtime.remove(id);
  request.surroundings.stderr.write(`Moved ${id} to the trash folder beside the sessions.\n`);
};

/** The session that the first word after the action names. */
const chosen = ({ store, rest }: Request, words = 1) => {
  const [given] = rest;
  if (given === undefined) throw new UsageError("which session? Give its id, as `cox sessions` lists them");
  noMoreThan(words, rest);
  return findSession(store, given);
};

const noMoreThan = (words: number, rest: readonly string[]): void => {
  if (rest.length > words) throw new UsageError(`there is a word too many: ${rest[words]}`);
};

/** Of a folder that is gone, the sessions are still there. */
const realFolder = (folder: string): string => {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
};
