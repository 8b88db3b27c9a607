import { continueRecent, NoRecentSessionError, type Runtime, type Session, type Setup } from "coxswain";
import { type SessionChange } from "coxswain/session";
import type { Configuration } from "../configuration/index.ts";
import type { TaskLocation } from "./task-location.ts";
import { systemPromptTexts } from "./prompt-texts.ts";
import { retryOptions } from "./retry-options.ts";
import { modelChange, modelSetup, type Warn } from "./task-model.ts";
import { isNew, type TaskValues } from "./task-values.ts";
import { wantsTitle } from "./wants-title.ts";

/** A session that was opened, or made. */
export interface OpenedSession {
  readonly session: Session;
  /** Its folder is gone, and only now it was moved to where its project is. */
  readonly moved: boolean;
}

/**
 * The session that the command line asks for: a new one, this folder's latest, or one by its id, or a fork of one of these.
 * @throws {NoModelError}
 * @throws {NoRecentSessionError}
 * @throws what `runtime.create`, `runtime.open` and `session.set` throw
 */
export const openSession = async (
  runtime: Runtime,
  configuration: Configuration,
  { cwd, session: id, moved }: TaskLocation,
  values: TaskValues,
  tell: Warn,
): Promise<OpenedSession> => {
  if (isNew(values)) return notMoved(await runtime.create({ cwd, ...(await newSetup(configuration, values, cwd, tell)) }));
  if (moved === true && id !== undefined) await runtime.relocate(id, cwd);
  const opened = values.fork === true ? notMoved(await forked(runtime, cwd, id)) : await continued(runtime, cwd, id);
  await change(opened.session, configuration, values, tell);
  return { ...opened, moved: opened.moved || moved === true };
};

const notMoved = (session: Session): OpenedSession => ({ session, moved: false });

/** Changes a session that goes on as the command line says. */
export const change = async (session: Session, configuration: Configuration, values: TaskValues, tell: Warn): Promise<void> => {
  const changes: SessionChange = await modelChange(session, configuration, values, tell);
  if (Object.keys(changes).length > 0) await session.set(changes);
};

const continued = async (runtime: Runtime, cwd: string, id: string | undefined): Promise<OpenedSession> => {
  if (id !== undefined) return notMoved(await runtime.open(id));
  for await (const recent of runtime.list({ cwd })) return notMoved(await runtime.open(recent.id));
  return { session: await continueRecent(runtime, cwd), moved: true };
};

/** Opens nothing but the fork: the session itself may be open elsewhere. */
const forked = async (runtime: Runtime, cwd: string, id: string | undefined): Promise<Session> => {
  if (id !== undefined) return runtime.fork(id);
  for await (const recent of runtime.list({ cwd })) return runtime.fork(recent.id);
  throw new NoRecentSessionError(cwd);
};

const newSetup = async (configuration: Configuration, values: TaskValues, cwd: string, tell: Warn): Promise<Setup> => {
  const { toolExecution = "parallel", steerMode, onAbort, retry, compaction } = configuration.settings;
  const models = await modelSetup(configuration, values, tell);
  return {
    ...models,
    toolExecution,
    compaction: { auto: "auto", ...compaction },
    titles: wantsTitle(configuration, models, values),
    ...(steerMode === undefined ? {} : { steerMode }),
    ...(onAbort === undefined ? {} : { onAbort }),
    ...(retry === undefined ? {} : { retry: retryOptions(retry) }),
    ...(await systemPromptTexts(configuration, values, cwd)),
  };
};
