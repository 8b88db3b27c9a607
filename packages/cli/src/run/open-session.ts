import {
  type Session,
  type SessionState,
  continueRecent,
  NoRecentSessionError,
  type OpenOptions,
  type Runtime,
  type Setup,
} from "coxswain";
import { BUILT_IN_PROVIDERS } from "coxswain/providers";
import { latestSession, type SessionChange, type RetryOptions } from "coxswain/session";
import type { Settings } from "coxswain/settings";
import type { Configuration } from "../configuration/index.ts";
import type { TaskLocation } from "./task-location.ts";
import { systemPromptOptions } from "./system-prompt.ts";
import { modelChange, modelSetup, type Warn } from "./task-model.ts";
import { isNew, type TaskValues } from "./task-values.ts";

/** A session that was opened or created. */
export interface OpenedSession {
  readonly session: Session;
  /** True if opening relocated the session because its folder no longer exists. */
  readonly moved: boolean;
}

/**
 * Opens the session that the command line selects: a new one, the folder's latest, one by id, or a fork.
 * @throws {NoModelError}
 * @throws {NoRecentSessionError}
 * @throws errors of `runtime.create`, `runtime.open` and `session.set`
 */
export const openSession = async (
  runtime: Runtime,
  configuration: Configuration,
  { cwd, session: id, moved }: TaskLocation,
  values: TaskValues,
  warn: Warn,
  opening: OpenOptions = {},
): Promise<OpenedSession> => {
  if (isNew(values)) return notMoved(await runtime.create({ cwd, ...(await newSetup(configuration, values, cwd, warn)) }));
  if (moved === true && id !== undefined) await runtime.relocate(id, cwd);
  const opened = values.fork === true ? notMoved(await forked(runtime, cwd, id)) : await continued(runtime, cwd, id, opening);
  await change(opened.session, configuration, values, warn);
  return { ...opened, moved: opened.moved || moved === true };
};

const notMoved = (session: Session): OpenedSession => ({ session, moved: false });

/** Applies the options of the command line to an existing session. */
export const change = async (session: Session, configuration: Configuration, values: TaskValues, warn: Warn): Promise<void> => {
  const changes: SessionChange = await modelChange(session, configuration, values, warn);
  if (Object.keys(changes).length > 0) await session.set(changes);
};

const continued = async (runtime: Runtime, cwd: string, id: string | undefined, opening: OpenOptions): Promise<OpenedSession> => {
  if (id !== undefined) return notMoved(await runtime.open(id, opening));
  const latest = await latestSession(runtime.list({ cwd }));
  if (latest !== undefined) return notMoved(await runtime.open(latest.id, opening));
  return { session: await continueRecent(runtime, cwd), moved: true };
};

/** Forks without opening the original session, which another process may have open. */
const forked = async (runtime: Runtime, cwd: string, id: string | undefined): Promise<Session> => {
  if (id !== undefined) return runtime.fork(id);
  const recent = await latestSession(runtime.list({ cwd }));
  if (recent === undefined) throw new NoRecentSessionError(cwd);
  return runtime.fork(recent.id);
};

const newSetup = async (configuration: Configuration, values: TaskValues, cwd: string, warn: Warn): Promise<Setup> => {
  const { toolExecution = "parallel", steerMode, onAbort, retry, compaction } = configuration.settings;
  const models = await modelSetup(configuration, values, warn);
  return {
    ...models,
    toolExecution,
    // A process that ends with its task would abort a compaction after it.
    compaction: { auto: "auto", background: false, ...compaction },
    titles: wantsTitle(configuration, models, values),
    ...(steerMode === undefined ? {} : { steerMode }),
    ...(onAbort === undefined ? {} : { onAbort }),
    ...(retry === undefined ? {} : { retry: retryOptions(retry) }),
    ...(await systemPromptOptions(configuration, values, cwd)),
  };
};

/**
 * Returns whether to generate a title for a new session. Sessions that are not saved get none. A local server would
 * generate it with the working model and lose its prompt cache, so titles are off there by default.
 */
export const wantsTitle = (
  { settings }: Pick<Configuration, "settings">,
  { model, smallModel }: Pick<Setup, "model" | "smallModel">,
  values: Pick<TaskValues, "no-session">,
): boolean => {
  if (values["no-session"] === true) return false;
  return settings.titles ?? (smallModel !== undefined || !isOwnServer(model.slice(0, model.indexOf("/"))));
};

const isOwnServer = (name: string): boolean => {
  const provider = BUILT_IN_PROVIDERS.find((one) => one.name === name);
  return provider === undefined || provider.local === true;
};

/** Converts the retry settings from seconds to milliseconds. */
const retryOptions = ({ tries, baseSeconds, capSeconds, budgetSeconds }: NonNullable<Settings["retry"]>): RetryOptions => ({
  ...(tries === undefined ? {} : { tries }),
  ...(baseSeconds === undefined ? {} : { baseMs: baseSeconds * 1000 }),
  ...(capSeconds === undefined ? {} : { capMs: capSeconds * 1000 }),
  ...(budgetSeconds === undefined ? {} : { budgetMs: budgetSeconds * 1000 }),
});

/** Describes the session's pending work in a line. Undefined when there is none. */
export const pendingWork = ({ interrupted, queue }: SessionState): string | undefined => {
  const parts = [
    ...(interrupted === undefined ? [] : ["the interrupted run"]),
    ...counted(queue.prompts.length, "queued prompt", "queued prompts"),
    ...counted(queue.steering.length + queue.followUps.length, "undelivered message", "undelivered messages"),
  ];
  return parts.length === 0 ? undefined : `resuming ${parts.join(" and ")}`;
};

const counted = (number: number, one: string, many: string): readonly string[] =>
  number === 0 ? [] : [`${number} ${number === 1 ? one : many}`];
