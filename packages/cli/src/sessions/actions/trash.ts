import { coxHome } from "coxswain/settings";
import { sessionTrash, type SessionTrash, type TrashedSession } from "coxswain/store";
import { UnknownNameError, UsageError } from "../../argv/index.ts";
import { sessionsFolder } from "../../configuration/index.ts";
import { columns, escapeLine, jsonLine } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import { formatMinute, parseTime } from "../../time/index.ts";
import { SessionChoiceError } from "../find-session.ts";
import { sessionObject, titleOf } from "../session-table.ts";
import { type IndexAction, type IndexRequest, expectAtMost } from "../sessions-request.ts";

type TrashAction = (trash: SessionTrash, words: readonly string[], request: IndexRequest) => Promise<void>;

/** `cox sessions trash`. */
export const trash: IndexAction = async (request) => {
  const { rest, context } = request;
  const [name = "list", ...words] = rest;
  const action = ACTIONS.get(name);
  if (action === undefined) throw new UnknownNameError("action of trash", name, [...ACTIONS.keys()]);
  await action(sessionTrash({ directory: sessionsFolder(coxHome(context.env)) }), words, request);
  return EXIT.done;
};

const list: TrashAction = async (store, words, { values, context: { stdout, stderr } }) => {
  expectAtMost(0, words);
  const sessions = await store.list();
  if (values.json === true) for (const session of sessions) stdout.write(jsonLine(sessionObject(session)));
  else stdout.write(columns(sessions.map(cells)));
  if (sessions.length === 0) stderr.write("The trash is empty.\n");
};

const restore: TrashAction = async (store, words, { context: { stderr } }) => {
  const [prefix] = words;
  if (prefix === undefined) throw new UsageError("missing argument: ID. `cox sessions trash` lists the ids");
  expectAtMost(1, words);
  const { name, id } = chosen(prefix, await store.list());
  await store.restore(name);
  stderr.write(`Restored ${id}.\n`);
};

const empty: TrashAction = async (store, words, { values, context: { stderr } }) => {
  expectAtMost(0, words);
  const age = values["older-than"];
  const before = age === undefined ? Infinity : parseTime("--older-than", age, Date.now());
  const names = (await store.list()).filter(({ trashedAt }) => trashedAt < before).map(({ name }) => name);
  const what = `${names.length} ${names.length === 1 ? "session" : "sessions"}`;
  if (names.length > 0 && values.yes !== true) throw new UsageError(`this permanently deletes ${what}. Confirm with --yes`);
  await store.empty(names);
  stderr.write(`Permanently deleted ${what}.\n`);
};

const ACTIONS: ReadonlyMap<string, TrashAction> = new Map([
  ["list", list],
  ["restore", restore],
  ["empty", empty],
]);

const cells = (session: TrashedSession): readonly string[] => [
  escapeLine(session.name),
  `removed ${formatMinute(session.trashedAt)}`,
  escapeLine(`${session.cwd ?? "?"}: ${titleOf(session)}`),
];

/** @throws {SessionChoiceError} */
const chosen = (prefix: string, sessions: readonly TrashedSession[]): TrashedSession => {
  const found = sessions.filter(({ name }) => name.startsWith(prefix));
  const only = found.find(({ name }) => name === prefix) ?? (found.length === 1 ? found[0] : undefined);
  if (only !== undefined && prefix !== "") return only;
  const reason = found.length > 1 ? `${found.length} sessions in the trash start with` : "No session in the trash starts with";
  throw new SessionChoiceError(`${reason} ${prefix}. List them with: cox sessions trash`);
};
