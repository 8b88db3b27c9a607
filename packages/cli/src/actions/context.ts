import { jsonlStore, NoRecentSessionError, readSession, type Store } from "coxswain";
import { inspectContext, latestSession, projectResources } from "coxswain/session";
import { builtinTools } from "coxswain/tools";
import {
  configure,
  configuredWorkspace,
  instructionFiles,
  resourcePlaces,
  toolOptions,
  sessionsFolder,
  taskOptions,
} from "../configuration/index.ts";
import type { CommandArguments, CONTEXT } from "../commands/index.ts";
import { jsonLine } from "../output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";
import { findSession } from "../sessions/index.ts";
import { contextPage } from "./context-page.ts";

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
  const configuration = await configure({ env, cwd: folder });
  const tasks = taskOptions(configuration);
  const report = await inspectContext(
    {
      store,
      models: configuration.models,
      tools: builtinTools(toolOptions(configuration)),
      workspace: (root) => configuredWorkspace(configuration, root),
      instructionFiles: instructionFiles(configuration),
      resources: projectResources(resourcePlaces(configuration, folder)),
      ...(tasks === undefined ? {} : { tasks }),
      ...(configuration.settings.cacheTtl === "1h" ? { cacheMs: HOUR } : {}),
    },
    id,
  );
  stdout.write(values.json === true ? jsonLine(report) : contextPage(report, Math.min(stdout.columns, MAX_WIDTH)));
  return EXIT.done;
};

const HOUR = 3_600_000;
/** Characters in a line, where the terminal has more. */
const MAX_WIDTH = 100;

const latest = async (store: Store, cwd: string): Promise<string> => {
  const session = await latestSession(store.list({ cwd }));
  if (session === undefined) throw new NoRecentSessionError(cwd);
  return session.id;
};
