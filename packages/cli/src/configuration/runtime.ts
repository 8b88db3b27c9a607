import { homedir } from "node:os";
import { join } from "node:path";
import { createRuntime, type Runtime, type RuntimeOptions } from "coxswain";
import type { LspOptions } from "coxswain/lsp";
import { secretPaths, protectedAtHome, protectedIn, secretsIn } from "coxswain/policy";
import type { TaskOptions } from "coxswain/session";
import { builtinTools, folderScanners, nodeWorkspace, projectIdentity, type SandboxOptions, gitWorktrees } from "coxswain/tools";
import type { Configuration } from "./configure.ts";
import { keyVariables } from "./known-keys.ts";
import { toolOptions } from "./tool-options.ts";
import { secretPlaces, realPath, worktreesFolder } from "./paths.ts";

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
    | "mcp"
    | "askUser"
  >,
): Runtime => {
  const { durability, recordChanges = true, web = {} } = configuration.settings;
  const lsp = lspOptions(configuration);
  const changes = recordChanges
    ? { changes: folderScanners({ env: configuration.providers.env, isSecret: secretPaths(secretPlaces(configuration)) }) }
    : {};
  return createRuntime({
    ...options,
    tools: [...builtinTools({ web, ...toolOptions(configuration) }), ...tools],
    workspace,
    project: projectIdentity,
    jobs,
    ...changes,
    ...(lsp === undefined ? {} : { lsp }),
    ...(durability === undefined ? {} : { durability }),
  });
};

/** Options of language servers; undefined when they are disabled. Only the trusted project itself is trusted, not other folders. */
export const lspOptions = ({ settings, project }: Pick<Configuration, "settings" | "project">): LspOptions | undefined => {
  const { enabled = true, languages = {}, waitSeconds = 3, memoryMegabytes = 2048 } = settings.lsp ?? {};
  if (!enabled) return undefined;
  const trusted = realPath(project.folder);
  return {
    languages,
    diagnosticsTimeout: waitSeconds * 1000,
    maxMemory: memoryMegabytes * 2 ** 20,
    trusted: (folder) => project.trusted && (folder === trusted || folder.startsWith(`${trusted}/`)),
  };
};

/** Returns the names of the built-in tools in their order: all, or those that a model is shown. */
export const toolNames = (cwd: string, configuration: Configuration, model?: string): readonly string[] => {
  const workspace = nodeWorkspace({ root: cwd });
  return builtinTools(toolOptions(configuration))
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
    protectedPaths: () => guardedFiles(configuration, root),
    sandbox: sandboxOptions(configuration, root),
    spill: { folder: join(home.cache, "output") },
    ...(settings.environment?.allow === undefined ? {} : { allowEnv: settings.environment.allow }),
    ...(settings.shellPrefix === undefined ? {} : { shellPrefix: settings.shellPrefix }),
  });
};

/** Sandbox options of a session in this folder. Protected and hidden paths are listed when the sandbox starts. */
const sandboxOptions = (configuration: Pick<Configuration, "home" | "settings">, root: string): SandboxOptions => {
  const { home, settings } = configuration;
  const { mode = "auto", network = [], writable = [] } = settings.sandbox ?? {};
  const folder = realPath(root);
  const own = realPath(homedir());
  const data = realPath(home.data);
  return {
    mode,
    network,
    privateHosts: settings.web?.privateHosts ?? [],
    writable: writable.map((path) => realPath(path.replace(/^~(?=\/)/, own))),
    get readOnly() {
      return [...protectedIn(folder), ...protectedAtHome(own)].filter((path) => !REBASE_STATE.test(path));
    },
    // Includes sessions of other projects and keys.
    get hidden() {
      return [...secretsIn(secretPlaces(configuration)), data];
    },
  };
};

/** Matches git's rebase, merge and cherry-pick state, which git must be able to write while it uses it. */
const REBASE_STATE = /\/\.git\/(?:rebase-merge|rebase-apply|sequencer)$/;

/** Lists files that a session recognizes through hard links too: files with secrets and files that run code. */
const guardedFiles = (configuration: Pick<Configuration, "home">, root: string): readonly string[] => [
  ...secretsIn(secretPlaces(configuration)),
  ...protectedIn(realPath(root)),
  ...protectedAtHome(realPath(homedir())),
];

/**
 * Options for tasks; undefined when tasks are disabled. A run waits for its background tasks, because they would end
 * with the process.
 */
export const taskOptions = (configuration: Configuration): TaskOptions | undefined => {
  const { tasks = {} } = configuration.settings;
  if (tasks.depth === 0) return undefined;
  return { ...tasks, awaited: true, worktrees: gitWorktrees({ folder: worktreesFolder(configuration), env: configuration.providers.env }) };
};

/** The tools of tasks. */
export const TASK_TOOLS = ["task", "task_output", "task_stop"] as const;

/** The tools of language servers, which a session has if a server is available for files of its folder. */
export const CODE_TOOLS = ["diagnostics", "definition", "references", "symbols", "rename"] as const;
