import {
  jsonlStore,
  memoryStore,
  type PermissionMode,
  type PromptInput,
  type PromptOptions,
  type Runtime,
  type Session,
  SessionInUseError,
  type Store,
} from "coxswain";
import { type Extensions } from "coxswain/extensions";
import type { McpServers } from "coxswain/mcp";
import { type Masking } from "coxswain/policy";
import { type RunOptions } from "coxswain/session";
import { type Settings } from "coxswain/settings";
import { type Confinement } from "coxswain/tools";
import { UnknownNameError, UsageError } from "../argv/index.ts";
import {
  type Configuration,
  configuredWorkspace,
  instructionFiles,
  knownTools,
  maskingOf,
  modeOf,
  namedModel,
  CODE_TOOLS,
  openRuntime,
  permissions,
  sessionsFolder,
  TASK_TOOLS,
  taskOptions,
  toolNames,
  untrustedResources,
} from "../configuration/index.ts";

import { type ProcessContext, version } from "../process/index.ts";
import { type DebugLog, debugLog, debugSecrets } from "./debug-log.ts";
import { change, openSession, pendingWork } from "./open-session.ts";
import { outputSchema } from "./output-schema.ts";
import { sandboxProbe, type SandboxProbe } from "./sandbox-probe.ts";
import type { TaskLocation } from "./task-location.ts";
import type { Approver } from "./approver.ts";
import { denials, type Denials } from "./denials.ts";
import { type TaskConfigurations, taskConfigurations } from "./task-configurations.ts";
import { taskServers } from "./task-servers.ts";
import { taskHooks, extensionNames, taskExtensions, taskResources } from "./task-resources.ts";
import type { Warn } from "./task-model.ts";
import { checkSlashName, slashNameOf, type SlashResources } from "./unknown-slash.ts";
import { isNew, type TaskValues } from "./task-values.ts";

/** The parts that a task runs with, whichever process owns its session. */
export interface TaskParts {
  /** With the models of extensions. */
  readonly configuration: Configuration;
  readonly store: Store;
  /** Returns the names of the tools that a model is shown. */
  readonly toolsFor: (model: string) => readonly string[];
  /** Options of the run. */
  readonly options: RunOptions & Pick<PromptOptions, "expand">;
  readonly debug: DebugLog | undefined;
  /** Undefined when no extensions are loaded. */
  readonly extensions: Extensions | undefined;
  /** The MCP servers. Undefined when none is configured. */
  readonly mcp: McpServers | undefined;
  /** Closes the extensions and the MCP servers, after the runtime. */
  readonly release: () => Promise<void>;
  /** The sandbox of the task's commands. Set only if commands may run and the first output line shows the sandbox. */
  readonly sandbox: Confinement | undefined;
  readonly sandboxProbe: Pick<SandboxProbe, "confinement">;
  /** The permission mode. Replace `current` to change it during the run. */
  readonly mode: { current: PermissionMode };
  readonly denials: Pick<Denials, "line">;
  /** Tools beside the built-in ones and those of extensions, such as the question tool. */
  readonly ownTools: Approver["tools"];
  /** True if the sessions are saved on disk. */
  readonly stored: boolean;
  /** Masks secrets in text before it is written. */
  readonly masking: Masking;
  /** References of the models that can be used now. */
  readonly availableModels: () => Promise<readonly string[]>;
  /** Reads the skills and prompt templates that the user can invoke in a folder, without warnings. Default: the task's folder. */
  readonly invocable: (cwd?: string) => Promise<SlashResources>;
  /** Opens a runtime for a session that another process has released. */
  readonly openRuntime: () => Runtime;
  /** Applies the options of the command line to a session. */
  readonly change: (session: Session) => Promise<void>;
  /** Opens another session: one by its id, or a new one with the options of the command line. */
  readonly openAnother: (runtime: Runtime, id?: string) => Promise<Session>;
}

/** A task whose session is open in this process. */
export interface PreparedTask extends TaskParts {
  readonly kind: "prepared";
  readonly runtime: Runtime;
  readonly session: Session;
  /** True if opening relocated the session because its folder no longer exists. */
  readonly moved: boolean;
  /** True if the session was created for this task. */
  readonly fresh: boolean;
  /** The prompt. If undefined, the session resumes an interrupted run or its queue. */
  readonly input: PromptInput | undefined;
  /** Resolves the name of a model to its reference. @throws errors of `namedModel` */
  readonly named: (name: string) => Promise<string>;
}

/** A task for a session that another process has open. */
export interface SharedTask extends TaskParts {
  readonly kind: "shared";
  readonly inUse: SessionInUseError;
  /** The prompt. If undefined, this process only watches the session. */
  readonly input: PromptInput | undefined;
}

/**
 * `run`: a task. `drive`: a program sends messages over stdin. `screen`: a user types them. `slash`: a slash command, which
 * delivers no message.
 */
type TaskPurpose = "run" | "drive" | "screen" | "slash";

export interface TaskPreparation {
  readonly approver: Approver;
  /** Default: `run`. */
  readonly purpose?: TaskPurpose;
  /** Default: the configuration is read. */
  readonly configurations?: TaskConfigurations;
}

/** Delivery of messages from other processes. A user leaves a session open for long, so others cannot wait until it is closed. */
const MAILBOX = { run: "on-open", drive: "on-open", screen: "watch", slash: "never" } as const;

/**
 * Opens the session of a task. With `slash` the session receives no messages, not even queued ones.
 * @throws {UsageError}
 * @throws {SettingsError}
 * @throws errors of `openSession`
 */
export const prepareTask = async (
  values: TaskValues,
  input: PromptInput | undefined,
  place: TaskLocation,
  context: ProcessContext,
  { approver, purpose = "run", configurations = taskConfigurations(values, context) }: TaskPreparation,
): Promise<PreparedTask | SharedTask> => {
  const { stderr } = context;
  const output = outputSchema(values, place.cwd);
  const configured = await configurations.of(place.cwd);
  const warn = (line: string): void => stderr.message(line);
  configured.warnings.forEach(warn);
  const unread = untrustedResources(configured, place.cwd);
  if (unread !== undefined) warn(unread);
  const debug = values.debug === undefined ? undefined : debugLog(values.debug, debugSecrets(configured), Date.now);
  debug?.note("start", {
    version: version(),
    node: process.version,
    platform: process.platform,
    options: values,
    settings: Object.keys(configured.settings),
  });
  const extensions = await taskExtensions(configured, values, place.cwd, { warn, debug });
  const mcp = await taskServers(configured, place.cwd, warn);
  const release = async (): Promise<void> => {
    await Promise.all([extensions?.close(), mcp?.close()]);
  };
  try {
    return await openTask(values, input, place, purpose, { configured, output, approver, warn, debug, extensions, mcp, release });
  } catch (error) {
    await release();
    throw error;
  }
};

interface TaskEnvironment extends Pick<TaskParts, "debug" | "extensions" | "mcp" | "release"> {
  readonly configured: Configuration;
  readonly output: ReturnType<typeof outputSchema>;
  readonly approver: Approver;
  readonly warn: Warn;
}

const openTask = async (
  values: TaskValues,
  input: PromptInput | undefined,
  place: TaskLocation,
  purpose: TaskPurpose,
  { configured, output, approver, warn, debug, extensions, mcp, release }: TaskEnvironment,
): Promise<PreparedTask | SharedTask> => {
  const { home, settings } = configured;
  const slashName = (purpose === "run" || purpose === "screen") && input !== undefined ? slashNameOf(input) : undefined;
  const addedNames = extensionNames(extensions, () => configuredWorkspace(configured, place.cwd));
  const namesFor = (model?: string): readonly string[] => [...new Set([...toolNames(place.cwd, configured, model), ...addedNames.tools])];
  const allowed = (values.allow ?? []).filter((name) => !name.includes("("));
  const allowable = allowed.length === 0 ? [] : [...namesFor(), ...CODE_TOOLS, ...TASK_TOOLS, "mcp"];
  for (const name of allowed) if (!allowable.includes(name)) throw new UnknownNameError("tool", name, allowable);
  const configuration: Configuration = {
    ...configured,
    ...(extensions === undefined ? {} : { models: extensions.models(configured.models) }),
    // The user has read the beginning of an answer before interrupting it, and may refer to it.
    ...(purpose === "screen" ? { settings: { onAbort: "keep", ...configured.settings } } : {}),
  };
  const stored = values["no-session"] !== true;
  const store = stored ? jsonlStore({ directory: sessionsFolder(home) }) : memoryStore();
  const mask = maskingOf(configuration);
  const hooks = await taskHooks(configuration, () => [...knownTools(place.cwd, configured), ...addedNames.tools], warn);
  const resources = taskResources(configuration, place.cwd, warn, addedNames);
  const invocable = async (cwd = place.cwd) => {
    const found = await taskResources(configuration, cwd, () => {}, addedNames)(configuredWorkspace(configured, cwd));
    return { ...found, servers: mcp?.servers.map(({ name }) => name) ?? [] };
  };
  if (slashName !== undefined) checkSlashName(slashName, await invocable(), extensions);
  const tasks = taskOptions(configuration);
  const mode = { current: modeOf(settings) };
  const probe = sandboxProbe(configuration, place.cwd, warn);
  const { policy, answers } = permissions(configuration, place.cwd, warn, () => mode.current);
  const denied = denials({ configuration, cwd: place.cwd, mode: () => mode.current, policy, answers, ask: approver.ask });
  const open = (mailbox: (typeof MAILBOX)[TaskPurpose]): Runtime =>
    openRuntime(configured, {
      store,
      models: configured.models,
      policy: denied.policy,
      answers,
      ask: denied.ask,
      tools: approver.tools,
      workspace: (root) => probe.workspace(root),
      jobs: { endWithRun: purpose === "run" || purpose === "slash" },
      masking: mask,
      // A user may leave tasks running while other prompts run.
      ...(tasks === undefined ? {} : { tasks: purpose === "screen" ? { ...tasks, awaited: false } : tasks }),
      resources,
      mailbox,
      ...(extensions === undefined ? {} : { extensions }),
      ...(mcp === undefined ? {} : { mcp }),
      ...(approver.askUser === undefined ? {} : { askUser: approver.askUser }),
      ...(hooks === undefined ? {} : { hooks }),
      ...(values["no-agents-md"] === true ? {} : { instructionFiles: instructionFiles(configuration) }),
    });
  // The first line of stream-json output names the sandbox. In other formats the probe waits until it is needed.
  const isShown = purpose !== "slash" && values["output-format"] === "stream-json";
  const shown = async (): Promise<Confinement | undefined> => (isShown ? await probe.confinement() : undefined);
  if (isShown) void probe.confinement();
  // With a required sandbox, fail before the session is opened.
  if (purpose !== "slash" && settings.sandbox?.mode === "required") await probe.confinement();
  const availableModels = async (): Promise<readonly string[]> =>
    (await configuration.models.list()).filter(({ available }) => available).map(({ info }) => info.reference);
  // A screen shows the last turns first.
  const opening = { recent: purpose === "screen" };
  const openAnother = async (within: Runtime, id?: string): Promise<Session> => {
    const { continue: _, resume: __, fork: ___, ...rest } = values;
    return id === undefined ? (await openSession(within, configuration, place, rest, warn)).session : within.open(id, opening);
  };
  const parts = {
    configuration,
    store,
    stored,
    availableModels,
    invocable,
    openAnother,
    // A headless run sends its own message, which the mailbox has too. A screen receives all of them.
    openRuntime: () => open(purpose === "screen" ? "watch" : "never"),
    change: (session: Session) => change(session, configuration, values, warn),
    toolsFor: (model: string) => [...namesFor(model), ...(tasks === undefined ? [] : TASK_TOOLS)],
    options: { ...runOptions(settings), ...output },
    debug,
    extensions,
    mcp,
    release,
    sandboxProbe: probe,
    mode,
    denials: denied,
    ownTools: approver.tools,
    masking: mask,
  };
  const runtime = open(MAILBOX[purpose]);
  try {
    const { session, moved } = await openSession(runtime, configuration, place, values, warn, opening);
    const hasWork = input !== undefined || session.status !== "idle" || pendingWork(session.state) !== undefined;
    if (purpose === "run" && !hasWork) throw new UsageError(NO_PENDING_WORK);
    const named = async (name: string): Promise<string> => (await namedModel(configuration, name)).reference;
    const sandbox = await shown();
    await probe.close();
    return {
      kind: "prepared",
      ...parts,
      sandbox,
      runtime,
      session,
      moved,
      fresh: isNew(values) || values.fork === true,
      input,
      named,
    };
  } catch (error) {
    await runtime.close();
    const sandbox = await shown();
    await probe.close();
    if (!(error instanceof SessionInUseError)) throw error;
    return { kind: "shared", ...parts, sandbox, inUse: error, input };
  }
};

const NO_PENDING_WORK = 'no task given, and this session has no pending work. Try: cox -c "fix the failing test"';

const runOptions = ({ maxTurns, budget, verify = [], checks = [] }: Settings): RunOptions => ({
  ...(verify.length === 0 ? {} : { verify: { commands: verify } }),
  ...(checks.length === 0 ? {} : { checks }),
  ...(maxTurns === undefined ? {} : { maxTurns }),
  ...(budget === undefined ? {} : { budget }),
});
