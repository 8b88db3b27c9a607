import { jsonlStore, masking, memoryStore, type PromptInput, type Runtime, type Session, type Settings } from "coxswain";
import { UnknownNameError } from "../argv/index.ts";
import { configure, openRuntime, sessionsFolder, toolNames } from "../configuration/index.ts";
import { type DebugLog, debugLog } from "../debug/index.ts";
import { escapeLine } from "../output/index.ts";
import { type Surroundings, version } from "../process/index.ts";
import { isNew, openSession } from "./open-session.ts";
import { permissions } from "./permissions.ts";
import type { Place } from "./place.ts";
import { debugSecrets, knownKeys } from "./secrets.ts";

import type { TaskValues } from "./task-values.ts";

/** A task that only has to be told to its session. */
export interface PreparedTask {
  readonly runtime: Runtime;
  readonly session: Session;
  /** Whether the session was made for this task. */
  readonly fresh: boolean;
  /** Whether it is on disk. */
  readonly stored: boolean;
  readonly input: PromptInput;
  readonly tools: readonly string[];
  readonly maxTurns: number | undefined;
  readonly debug: DebugLog | undefined;
}

/**
 * @throws {UsageError}
 * @throws {SettingsError}
 * @throws what `openSession` throws
 */
export const prepareTask = async (
  values: TaskValues,
  input: PromptInput,
  place: Place,
  { env, stderr }: Surroundings,
): Promise<PreparedTask> => {
  const tools = toolNames(place.cwd);
  for (const name of values.allow ?? []) if (!tools.includes(name)) throw new UnknownNameError("tool", name, tools);
  const configuration = await configure({
    env,
    cwd: place.cwd,
    flags: flagSettings(values),
    baseURL: values["base-url"],
    trust: values.trust === true,
  });
  const { home, settings, warnings, models } = configuration;
  for (const warning of warnings) stderr.write(`cox: ${escapeLine(warning)}\n`);
  const debug = values.debug === undefined ? undefined : debugLog(values.debug, debugSecrets(configuration), Date.now);
  debug?.note("start", {
    version: version(),
    node: process.version,
    platform: process.platform,
    options: values,
    settings: Object.keys(settings),
  });

  const stored = values["no-session"] !== true;
  const store = stored ? jsonlStore({ directory: sessionsFolder(home) }) : memoryStore();
  const runtime = openRuntime(configuration, {
    store,
    models,
    ...permissions(configuration, values.yes === true),
    mask: masking({ values: knownKeys(configuration), shapes: settings.maskSecrets ?? true }),
  });
  const session = await openSession(runtime, configuration, place, values);
  return { runtime, session, fresh: isNew(values), stored, input, tools, maxTurns: settings.maxTurns, debug };
};

/** The options that are settings as well. */
const flagSettings = ({ model, thinking, allow, "max-turns": maxTurns }: TaskValues): Settings => ({
  ...(model === undefined ? {} : { model }),
  ...(thinking === undefined ? {} : { thinking }),
  ...(allow === undefined ? {} : { allow }),
  ...(maxTurns === undefined ? {} : { maxTurns }),
});
