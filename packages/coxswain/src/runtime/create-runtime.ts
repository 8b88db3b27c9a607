import { resolve } from "node:path";
import { type Entry, FORMAT, FORMAT_VERSION, type Header, Log, type LogFile, randomEntryId, sessionId } from "../log/index.ts";
import { denyAll } from "../policy/index.ts";
import { ClosedError, EventStream, Session, SessionBusyError, type SetupEntry } from "../session/index.ts";
import { nodeWorkspace, pathLocks } from "../workspace/index.ts";
import type { Runtime } from "./runtime.ts";
import type { RuntimeOptions } from "./runtime-options.ts";
import { systemClock } from "./system-clock.ts";
import { bindTools } from "./tool-source.ts";

const NOBODY = (tool: string): string => `The runtime's policy has to allow ${tool}.`;

/** Makes a runtime. Nothing is read, written or started before it is asked for something. */
export const createRuntime = (options: RuntimeOptions): Runtime => {
  const { store, models, now = Date.now, mint = randomEntryId, clock = systemClock } = options;
  const sessions = new Map<string, Promise<Session>>();
  const events = new EventStream();
  const locks = pathLocks();
  let closing: Promise<void> | undefined;

  const mustBeOpen = (): void => {
    if (closing !== undefined) throw new ClosedError("runtime");
  };

  const host = async (cwd: string) => {
    const workspace = await (options.workspace?.(cwd) ?? nodeWorkspace({ root: cwd, locks }));
    return {
      models,
      workspace,
      tools: bindTools(options.tools ?? [], workspace),
      policy: options.policy,
      ask: options.ask ?? denyAll(NOBODY),
      stopWhen: options.stopWhen ?? [],
      clock,
      now,
      events,
      fork: (parent: NonNullable<Header["parent"]>, entries: readonly Entry[]) => fork(cwd, parent, entries),
      release: (id: string) => void sessions.delete(id),
    };
  };

  const header = (cwd: string, parent?: Header["parent"]): Header => {
    const at = now();
    return { format: FORMAT, version: FORMAT_VERSION, id: sessionId(at), cwd, at, ...(parent === undefined ? {} : { parent }) };
  };

  const start = (id: string, file: Promise<LogFile>, prepare?: (log: Log) => void): Promise<Session> => {
    const starting = (async () => {
      const log = await Log.open(await file, { now, mint });
      prepare?.(log);
      return new Session(log, await host(log.header.cwd));
    })();
    sessions.set(id, starting);
    starting.catch(() => sessions.delete(id));
    return starting;
  };

  const fork = async (cwd: string, parent: NonNullable<Header["parent"]>, entries: readonly Entry[]): Promise<Session> => {
    mustBeOpen();
    const fresh = header(cwd, parent);
    const file = await store.create(fresh);
    if (entries.length > 0) await file.append(entries);
    return start(fresh.id, Promise.resolve(file));
  };

  const runtime: Runtime = {
    async create({ cwd = process.cwd(), ...setup }) {
      mustBeOpen();
      await models.get(setup.model);
      const fresh = header(resolve(cwd));
      return start(fresh.id, store.create(fresh), (log) => void log.stage<SetupEntry>({ type: "setup", setup }));
    },
    async open(id) {
      mustBeOpen();
      return sessions.get(id) ?? start(id, store.open(id));
    },
    list: (filter) => store.list(filter),
    async remove(id) {
      const live = await sessions.get(id)?.catch(() => undefined);
      await live?.close();
      return (await store.remove(id)) || live !== undefined;
    },
    async send(id, input, { whenBusy = "queue", ...rest } = {}) {
      const session = await runtime.open(id);
      const busy = session.state.status === "running";
      if (busy && whenBusy === "reject") throw new SessionBusyError();
      const run = session.prompt(input, { ...rest, whenBusy: whenBusy === "wait" ? "queue" : whenBusy });
      return busy && whenBusy !== "wait" ? null : run.outcome;
    },
    events: () => events.subscribe(),
    close() {
      closing ??= (async () => {
        const open = await Promise.allSettled(sessions.values());
        await Promise.all(open.flatMap((session) => (session.status === "fulfilled" ? [session.value.close()] : [])));
        events.close();
      })();
      return closing;
    },
    [Symbol.asyncDispose]: () => runtime.close(),
  };
  return runtime;
};
