import { continueRecent, NoRecentSessionError, type Runtime, type Session, type SessionChange, type Setup } from "coxswain";
import { chooseModel, type Configuration } from "../configuration/index.ts";
import type { Place } from "./place.ts";
import { retryOptions } from "./retry-options.ts";
import { isNew, type TaskValues } from "./task-values.ts";

/**
 * The session that the command line asks for: a new one, this folder's latest, or one by its id, or a fork of one of these.
 * @throws {NoModelError}
 * @throws {NoRecentSessionError}
 * @throws what `runtime.create`, `runtime.open` and `session.set` throw
 */
export const openSession = async (
  runtime: Runtime,
  configuration: Configuration,
  { cwd, session: id, moved }: Place,
  values: TaskValues,
): Promise<Session> => {
  if (isNew(values)) return runtime.create({ cwd, ...(await newSetup(configuration, values)) });
  if (moved === true && id !== undefined) await runtime.relocate(id, cwd);
  const session = values.fork === true ? await forked(runtime, cwd, id) : await continued(runtime, cwd, id);
  await change(session, configuration, values);
  return session;
};

/** Changes a session that goes on as the command line says. */
export const change = async (session: Session, configuration: Configuration, values: TaskValues): Promise<void> => {
  const changes = await changeOf(session, configuration, values);
  if (Object.keys(changes).length > 0) await session.set(changes);
};

const continued = (runtime: Runtime, cwd: string, id: string | undefined): Promise<Session> =>
  id === undefined ? continueRecent(runtime, cwd) : runtime.open(id);

/** Opens nothing but the fork: the session itself may be open elsewhere. */
const forked = async (runtime: Runtime, cwd: string, id: string | undefined): Promise<Session> => {
  if (id !== undefined) return runtime.fork(id);
  for await (const recent of runtime.list({ cwd })) return runtime.fork(recent.id);
  throw new NoRecentSessionError(cwd);
};

const newSetup = async (configuration: Configuration, values: TaskValues): Promise<Setup> => {
  const { settings, models } = configuration;
  const { info } = await models.get(await chooseModel(configuration, modelFlags(values)));
  const { thinking, toolExecution = "parallel", steerMode, onAbort, fallbackModels, retry } = settings;
  const { "system-prompt": systemPrompt, "append-system-prompt": instructions } = values;
  return {
    model: info.reference,
    toolExecution,
    ...(thinking === undefined ? {} : { thinking }),
    ...(steerMode === undefined ? {} : { steerMode }),
    ...(onAbort === undefined ? {} : { onAbort }),
    ...(fallbackModels === undefined ? {} : { fallbackModels }),
    ...(retry === undefined ? {} : { retry: retryOptions(retry) }),
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(instructions === undefined ? {} : { instructions }),
  };
};

/** What the command line changes about a session that goes on. */
const changeOf = async (session: Session, configuration: Configuration, values: TaskValues): Promise<SessionChange> => {
  const { thinking } = values;
  // A session whose log has lost what it was begun with may know none.
  const known = session.state.model !== "";
  const model = values.model === undefined && known ? undefined : await chooseModel(configuration, modelFlags(values));
  return { ...(model === undefined ? {} : { model }), ...(thinking === undefined ? {} : { thinking }) };
};

const modelFlags = (values: TaskValues) => ({ model: values.model, baseURL: values["base-url"] });
