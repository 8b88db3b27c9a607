import { join } from "node:path";
import { createRuntime, type Runtime, type RuntimeOptions } from "coxswain";
import { secretPaths } from "coxswain/policy";
import { builtinTools, nodeWorkspace, projectIdentity } from "coxswain/tools";
import type { Configuration } from "./configure.ts";
import { guardedFiles } from "./known-files.ts";
import { keyVariables } from "./known-keys.ts";
import { sandboxOptions } from "./sandbox.ts";
import { searchTools } from "./search-tools.ts";
import { secretPlaces } from "./secret-places.ts";

/** Opens a runtime with the built-in tools and the given ones, on the local file system. */
export const openRuntime = (
  configuration: Configuration,
  {
    tools = [],
    // The process exits after its task, which would end the jobs anyway.
    jobs = { endWithRun: true },
    workspace = (root) => configuredWorkspace(configuration, root),
    ...options
  }: Pick<
    RuntimeOptions,
    | "tools"
    | "jobs"
    | "workspace"
    | "store"
    | "models"
    | "policy"
    | "ask"
    | "answers"
    | "masking"
    | "mailbox"
    | "instructionFiles"
    | "resources"
    | "tasks"
    | "hooks"
    | "extensions"
  >,
): Runtime => {
  const { durability, web = {} } = configuration.settings;
  return createRuntime({
    ...options,
    tools: [...builtinTools({ web, ...searchTools(configuration) }), ...tools],
    workspace,
    project: projectIdentity,
    jobs,
    ...(durability === undefined ? {} : { durability }),
  });
};

/** Returns the names of the built-in tools in their order: all, or those that a model is shown. */
export const toolNames = (cwd: string, configuration: Configuration, model?: string): readonly string[] => {
  const workspace = nodeWorkspace({ root: cwd });
  return builtinTools(searchTools(configuration))
    .map((tool) => tool(workspace))
    .filter((tool) => model === undefined || (tool.supportsModel?.(model) ?? true))
    .map(({ name }) => name);
};

/** Creates a session's workspace from the settings. */
export const configuredWorkspace = (configuration: Configuration, root: string) => {
  const { home, settings, providers } = configuration;
  return nodeWorkspace({
    root,
    env: providers.env,
    secretEnv: keyVariables(configuration),
    unsearched: secretPaths(secretPlaces(configuration)),
    known: () => guardedFiles(configuration, root),
    sandbox: sandboxOptions(configuration, root),
    spill: { folder: join(home.cache, "output") },
    ...(settings.environment?.allow === undefined ? {} : { allowEnv: settings.environment.allow }),
    ...(settings.shellPrefix === undefined ? {} : { shellPrefix: settings.shellPrefix }),
  });
};
