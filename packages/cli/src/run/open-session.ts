import { continueRecent, type Runtime, type Session, type SessionChange, type Setup } from "coxswain";
import { chooseModel, type Configuration } from "../configuration/index.ts";
import type { Place } from "./place.ts";
import type { TaskValues } from "./task-values.ts";

/**
 * The session that the command line asks for: a new one, this folder's latest, or one by its id.
 * @throws {NoModelError}
 * @throws {NoRecentSessionError}
 * @throws what `runtime.create`, `runtime.open` and `session.set` throw
 */
export const openSession = async (
  runtime: Runtime,
  configuration: Configuration,
  { cwd, session: id }: Place,
  values: TaskValues,
): Promise<Session> => {
  if (isNew(values)) return runtime.create({ cwd, ...(await newSetup(configuration, values)) });
  const session = id === undefined ? await continueRecent(runtime, cwd) : await runtime.open(id);
  const change = await changeOf(configuration, values);
  if (Object.keys(change).length > 0) await session.set(change);
  return session;
};

export const isNew = (values: TaskValues): boolean => values.resume === undefined && values.continue !== true;

const newSetup = async (configuration: Configuration, values: TaskValues): Promise<Setup> => {
  const { settings, models } = configuration;
  const { info } = await models.get(await chooseModel(configuration, modelFlags(values)));
  const { thinking, toolExecution = "parallel", steerMode, onAbort } = settings;
  const { "system-prompt": systemPrompt, "append-system-prompt": instructions } = values;
  return {
    model: info.reference,
    toolExecution,
    ...(thinking === undefined ? {} : { thinking }),
    ...(steerMode === undefined ? {} : { steerMode }),
    ...(onAbort === undefined ? {} : { onAbort }),
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(instructions === undefined ? {} : { instructions }),
  };
};

/** What the command line changes about a session that goes on. */
const changeOf = async (configuration: Configuration, values: TaskValues): Promise<SessionChange> => {
  const { thinking } = values;
  const model = values.model === undefined ? undefined : await chooseModel(configuration, modelFlags(values));
  return { ...(model === undefined ? {} : { model }), ...(thinking === undefined ? {} : { thinking }) };
};

const modelFlags = (values: TaskValues) => ({ model: values.model, baseURL: values["base-url"] });
