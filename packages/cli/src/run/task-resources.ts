import { resolve } from "node:path";
import type { RuntimeOptions } from "coxswain";
import type { Extensions } from "coxswain/extensions";
import { hookRegistry, type HookRegistry } from "coxswain/hooks";
import { projectResources } from "coxswain/session";
import type { Workspace } from "coxswain/tools";
import {
  type ExtensionNames,
  type Configuration,
  resourcePlaces,
  configuredHooks,
  configuredExtensions,
  COMMAND_LINE,
} from "../configuration/index.ts";
import { UsageError } from "../argv/index.ts";
import type { DebugLog } from "./debug-log.ts";
import type { Warn } from "./task-model.ts";
import type { TaskValues } from "./task-values.ts";

/** Loads the skills and prompt templates of a task's session and reports warnings about them. */
export const taskResources = (
  configuration: Configuration,
  cwd: string,
  warn: (line: string) => void,
  names: ExtensionNames,
): NonNullable<RuntimeOptions["resources"]> => {
  const load = projectResources(resourcePlaces(configuration, cwd, names));
  return async (workspace) => {
    const resources = await load(workspace);
    const [first, ...more] = resources.warnings;
    if (first !== undefined) warn(more.length === 0 ? first : `${first} ${more.length} more warnings: run \`cox skills\`.`);
    return resources;
  };
};

/** Loads the hooks of a task's runs and reports warnings about them. Undefined when there are none. */
export const taskHooks = async (
  configuration: Configuration,
  tools: () => readonly string[],
  warn: (line: string) => void,
): Promise<HookRegistry | undefined> => {
  const { hooks, warnings } = await configuredHooks(configuration, { tools });
  const [first, ...more] = warnings;
  if (first !== undefined) warn(more.length === 0 ? first : `${first} ${more.length} more warnings: run \`cox hooks\`.`);
  return hooks.length === 0 ? undefined : hookRegistry(hooks.map(({ hook }) => hook));
};

/**
 * Loads the extensions of a task. An extension on the command line must load, because the task depends on it.
 * @throws {UsageError}
 */
export const taskExtensions = async (
  configuration: Configuration,
  values: TaskValues,
  cwd: string,
  { warn, debug }: { readonly warn: Warn; readonly debug: DebugLog | undefined },
): Promise<Extensions | undefined> => {
  const named = (values.extension ?? []).map((path) => resolve(cwd, path));
  const warnings: string[] = [];
  let report: Warn = (line) => void warnings.push(line);
  const extensions = await configuredExtensions(
    configuration,
    { named, own: values["no-extensions"] !== true },
    { warn: (line) => report(line), log: (line) => debug?.note("extension", { line }) },
  ).catch((error: unknown) => {
    warnings.forEach(warn);
    throw error;
  });
  report = warn;
  const missing = extensions?.skipped.find(({ origin }) => origin === COMMAND_LINE);
  // The thrown error already reports the extension that is missing.
  const isReported = (line: string): boolean =>
    missing !== undefined && line.includes(`(${missing.place})`) && line.includes(missing.reason);
  for (const line of warnings) if (!isReported(line)) warn(line);
  if (missing === undefined) return extensions;
  await extensions?.close();
  throw new UsageError(`cannot load the extension ${missing.place}: ${missing.reason}`);
};

/** Returns the names of the tools and commands that extensions add to a session. */
export const extensionNames = (extensions: Extensions | undefined, workspace: () => Workspace): Required<ExtensionNames> => ({
  tools: extensions?.toolsFor(workspace()).map(({ name }) => name) ?? [],
  commands: extensions?.commands.map(({ name }) => name) ?? [],
});
