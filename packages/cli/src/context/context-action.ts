import { jsonlStore, NoRecentSessionError, readSession, type Store } from "coxswain";
import { latestSession } from "coxswain/session";
import { configure, sessionsFolder } from "../configuration/index.ts";
import type { CommandArguments, CONTEXT } from "../commands/index.ts";
import { jsonLine } from "../output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";
import { findSession } from "../sessions/index.ts";
import { contextPage } from "./context-page.ts";
import { contextPicture } from "./context-picture.ts";
import { sessionContext } from "./session-context.ts";

/** `cox context`. */
export const contextAction = async (
  { values, positionals: [prefix] }: CommandArguments<typeof CONTEXT>,
  { env, cwd, stdout }: ProcessContext,
): Promise<ExitCode> => {
  const { home } = await configure({ env, cwd });
  const directory = sessionsFolder(home);
  const store = jsonlStore({ directory });
  const id = prefix === undefined ? await latest(store, cwd) : (await findSession(directory, prefix)).id;
  // Another folder may have other settings, and another project's files.
  const folder = prefix === undefined ? cwd : (await readSession(store, id)).state.cwd;
  const report = await sessionContext(id, { store, configuration: await configure({ env, cwd: folder }), folder });
  const width = Math.min(stdout.columns, MAX_WIDTH);
  if (values.json === true) stdout.write(jsonLine(report));
  else if (stdout.isTerminal) stdout.write(`${contextPicture(report, { width, paint: (_, text) => text }).join("\n")}\n`);
  else stdout.write(contextPage(report, width));
  return EXIT.done;
};

/** Characters in a line, where the terminal has more. */
const MAX_WIDTH = 100;

const latest = async (store: Store, cwd: string): Promise<string> => {
  const session = await latestSession(store.list({ cwd }));
  if (session === undefined) throw new NoRecentSessionError(cwd);
  return session.id;
};
