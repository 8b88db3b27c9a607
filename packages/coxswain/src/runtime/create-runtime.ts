import { resolve } from "node:path";
import {
  type Entry,
  FORMAT,
  FORMAT_VERSION,
  type OwnerMailbox,
  type Header,
  Log,
  type LogFile,
  randomEntryId,
  type RelocateEntry,
  SessionInUseError,
  sessionId,
  rebasePath,
  memoryStore,
  type LogSources,
} from "../log/index.ts";
import { waitForAll } from "../base/index.ts";
import { checkBudget, denyAll, masking, type Policy, strictest } from "../policy/index.ts";
import { Ledger } from "../budget/index.ts";
import { type ParentContext, type SpawnRequest, isOfInbox, sessionFolds, Session, SessionBusyError } from "../session/index.ts";
import {
  assertValidSetup,
  ClosedError,
  EventStream,
  isQuestionEntry,
  isValidEntry,
  maskEntries,
  type Setup,
  type SetupEntry,
  withdrawOpenQuestion,
  workingFolder,
} from "../journal/index.ts";
import { isBackgroundEntry } from "../background/index.ts";
import { orphanGuardLoader, nodeWorkspace, pathLocks, projectIdentity } from "../workspace/index.ts";
import { agentSessions } from "./agent-sessions.ts";
import { asModel, environmentModels, withModel } from "./default-models.ts";
import type { Model } from "../model/index.ts";
import { permissionPolicy } from "./permissions.ts";
import { relocatePath } from "./relocate-path.ts";
import { MailboxReceiver } from "./mailbox-receiver.ts";
import type { Runtime } from "./runtime.ts";
import type { RuntimeOptions } from "./runtime-options.ts";
import { systemClock } from "./system-clock.ts";
import { bindTools, withGiven } from "./tool-source.ts";

const NOBODY = (tool: string): string => `The runtime's policy has to allow ${tool}.`;

interface Opened {
  readonly log: Log;
  readonly mailbox: OwnerMailbox | undefined;
}

/**
 * Creates a runtime. It reads, writes and starts nothing before its first use.
 * @throws {BudgetError}
 * @throws {RuleError} for an invalid rule in `permissions`.
 */
export const createRuntime = (options: RuntimeOptions = {}): Runtime => {
  const { store = memoryStore(), permissions, now = Date.now, mint = randomEntryId, clock = systemClock, mailbox = "watch" } = options;
  const sources: LogSources = { now, mint, mask: maskEntries(options.masking ?? masking()), isValidEntry };
  const sessions = new Map<string, Promise<Session>>();
  /** Open sessions by id. */
  const live = new Map<string, Session>();
  const removals = new Map<string, Promise<boolean>>();
  const events = new EventStream();
  const extensions = options.extensions?.attach(events);
  const ownModels = options.models ?? environmentModels();
  const models = extensions?.models(ownModels) ?? ownModels;
  const policyOf = (folder: string): Policy => {
    if (options.policy !== undefined && permissions === undefined) return options.policy;
    const plain = permissionPolicy(permissions ?? {}, folder);
    return options.policy === undefined ? plain : strictest(options.policy, plain);
  };
  // Reject an invalid rule now rather than when the first session opens.
  policyOf("/");
  const ledger = options.budget === undefined ? undefined : new Ledger({ level: "all sessions", budget: options.budget });
  const locks = pathLocks();
  const guard = orphanGuardLoader();
  const projectOf = options.project ?? (options.workspace === undefined ? projectIdentity : () => undefined);
  let closing: Promise<void> | undefined;

  const mustBeOpen = (): void => {
    if (closing !== undefined) throw new ClosedError("runtime");
  };

  const host = async (cwd: string, parent: ParentContext | undefined, receiver: () => MailboxReceiver | undefined, model?: Model) => {
    const workspace = await (options.workspace?.(cwd) ?? nodeWorkspace({ root: cwd, locks, guard }));
    const own = bindTools(options.tools ?? [], workspace);
    const tools = extensions?.tools({ own, given: parent?.tools, workspace }) ?? { all: withGiven(own, parent?.tools) };
    const resources = await options.resources?.(workspace);
    return {
      models: parent?.models ?? (model === undefined ? models : withModel(models, model)),
      workspace,
      get tools() {
        return tools.all;
      },
      policy: policyOf(cwd),
      ask: permissions?.onAsk ?? options.ask ?? denyAll(NOBODY),
      answers: parent === undefined ? options.answers?.(cwd) : undefined,
      ledger: parent?.ledger ?? ledger,
      stopWhen: options.stopWhen ?? [],
      instructionFiles: options.instructionFiles,
      hooks: extensions?.hooks(options.hooks) ?? options.hooks,
      resources: extensions?.resources(resources) ?? resources,
      tasks: options.tasks,
      jobs: options.jobs,
      durability: options.durability ?? "full",
      clock,
      now,
      events,
      parent,
      spawn,
      fork: (from: string, entries: readonly Entry[]) => fork(cwd, from, entries),
      release(id: string) {
        sessions.delete(id);
        live.delete(id);
        extensions?.released(id);
        receiver()?.[Symbol.dispose]();
      },
      listen: () => receiver()?.listen(),
    };
  };

  const header = (cwd: string, parent?: Header["parent"]): Header => {
    const at = now();
    const project = projectOf(cwd);
    return {
      format: FORMAT,
      version: FORMAT_VERSION,
      id: sessionId(at),
      cwd,
      ...(project === undefined ? {} : { project }),
      at,
      ...(parent === undefined ? {} : { parent }),
    };
  };

  const logOf = async (opening: Promise<LogFile>, fill?: (file: LogFile) => Promise<unknown>): Promise<Opened> => {
    const file = await opening;
    try {
      await fill?.(file);
      return { log: await Log.open(file, sources, sessionFolds), mailbox: file.mailbox };
    } catch (error) {
      await file.close();
      throw error;
    }
  };

  const sessionOf = async ({ log, mailbox: ownerMailbox }: Opened, parent?: ParentContext, model?: Model): Promise<Session> => {
    let receiver: MailboxReceiver | undefined;
    try {
      const parts = await host(workingFolder(log), parent, () => receiver, model);
      // With extensions, RuntimeExtensions registers the folds, because it knows which extension owns each tool.
      if (extensions === undefined) await log.persistFolds(parts.tools.flatMap(({ requiredState = [] }) => requiredState));
      const session = new Session(log, parts);
      live.set(session.id, session);
      await extensions?.opened(session, log, () => parts.tools);
      withdrawOpenQuestion(log);
      if (ownerMailbox !== undefined && parent === undefined) {
        receiver = new MailboxReceiver(session, ownerMailbox);
        // A prompt that is delivered here may ask a question. Without a watcher, listen for answers separately.
        if (mailbox === "watch") receiver.watch();
        if (mailbox !== "never") await receiver.receive();
      }
      return session;
    } catch (error) {
      live.delete(log.header.id);
      await log.close();
      throw error;
    }
  };

  /** Starts in the same step as the check that the runtime is open, so that `close` also closes what starts here. */
  const start = (id: string, open: () => Promise<Opened>, parent?: ParentContext, model?: Model): Promise<Session> => {
    mustBeOpen();
    const starting = open().then((opened) => sessionOf(opened, parent, model));
    sessions.set(id, starting);
    starting.catch(() => sessions.delete(id));
    return starting;
  };

  const begin = (fresh: Header, setup: Setup, parent?: ParentContext, model?: Model): Promise<Session> => {
    checkBudget(setup.budget ?? {});
    const begun = async (): Promise<Opened> => {
      const opened = await logOf(store.create(fresh));
      opened.log.stage<SetupEntry>({ type: "setup", setup });
      return opened;
    };
    return start(fresh.id, begun, parent, model);
  };

  const spawn = async ({ setup, cwd, parent, context }: SpawnRequest): Promise<Session> =>
    begin({ ...header(resolve(cwd), parent), kind: "subagent" }, setup, context);

  const fork = (cwd: string, from: string, entries: readonly Entry[]): Promise<Session> => {
    const fresh = header(cwd, { session: from, entry: entries.at(-1)?.id ?? null });
    return start(fresh.id, () => logOf(store.create(fresh), (file) => file.append(entries)));
  };

  /**
   * Moves a session to another folder and returns its previous one.
   * @throws {SessionInUseError}
   */
  const moveTo = async (id: string, place: (folder: string) => string): Promise<string> => {
    if (sessions.has(id)) throw new SessionInUseError(id, "here");
    const { log } = await logOf(store.open(id), (file) => file.acquire());
    try {
      const folder = workingFolder(log);
      const cwd = place(folder);
      if (cwd !== folder) await log.append<RelocateEntry>({ type: "relocate", cwd });
      await log.sync();
      return folder;
    } finally {
      await log.close();
    }
  };

  /** Closes a session if it is open. Returns whether it was. */
  const shut = async (id: string): Promise<boolean> => {
    const session = await sessions.get(id)?.catch(() => undefined);
    await session?.close();
    return session !== undefined;
  };

  const removeNow = async (id: string): Promise<boolean> => {
    // Entries that can no longer be written are removed with the session.
    const wasOpen = await shut(id).catch(() => true);
    const agents = await agentSessions(store, id);
    const removed = await store.remove(id);
    for (const agent of agents) {
      await shut(agent).catch(() => true);
      await store.remove(agent);
    }
    return removed || wasOpen;
  };

  const runtime: Runtime = {
    async create({ cwd = process.cwd(), parent, model: requested, ...rest }) {
      mustBeOpen();
      const model = typeof requested === "object" && requested !== null ? asModel(requested) : undefined;
      const setup: Setup = { ...rest, model: model?.info.reference ?? (requested as string) };
      assertValidSetup(setup);
      if (parent !== undefined && typeof parent !== "string") throw new TypeError("The `parent` of a session has to be a session's id.");
      checkBudget(setup.budget ?? {});
      if (model === undefined) await models.get(setup.model);
      return begin(header(resolve(cwd), parent === undefined ? undefined : { session: parent, entry: null }), setup, undefined, model);
    },
    async open(id, { model } = {}) {
      await removals.get(id)?.catch(() => undefined); // the caller that removes it receives the error
      mustBeOpen();
      const session = await (sessions.get(id) ??
        start(id, () => logOf(store.open(id), (file) => file.acquire()), undefined, model && asModel(model)));
      if (session.status !== "closed") return session;
      await session.close().catch(() => undefined); // the caller that closed it receives the error
      return runtime.open(id, model === undefined ? {} : { model });
    },
    opened(id) {
      const session = live.get(id);
      return session?.status === "closed" ? undefined : session;
    },
    async fork(id) {
      mustBeOpen();
      const { log } = await logOf(store.open(id));
      try {
        if (log.wholeFrom > 0) await log.complete();
        const isOwn = (entry: Entry): boolean => isOfInbox(entry) || isBackgroundEntry(entry) || isQuestionEntry(entry);
        const entries = rebasePath(log.path.entries.filter((entry) => !isOwn(entry)));
        return await fork(workingFolder(log), id, entries);
      } finally {
        await log.close();
      }
    },
    async relocate(id, cwd) {
      mustBeOpen();
      const to = resolve(cwd);
      const from = await moveTo(id, () => to);
      for (const agent of await agentSessions(store, id)) {
        await moveTo(agent, (folder) => relocatePath(folder, from, to)).catch(unlessInUse);
      }
    },
    list: (filter) => store.list(filter),
    remove(id) {
      const removal = removals.get(id) ?? removeNow(id).finally(() => removals.delete(id));
      removals.set(id, removal);
      return removal;
    },
    async send(id, input, { whenBusy = "queue", ...rest } = {}) {
      const session = await runtime.open(id);
      const { isBusy } = session;
      if (isBusy && whenBusy === "reject") throw new SessionBusyError();
      const { outcome } = session.prompt(input, { ...rest, whenBusy: whenBusy === "wait" ? "queue" : whenBusy });
      // A rejected prompt already has its outcome; return that rather than null.
      return isBusy && whenBusy !== "wait" ? Promise.race([outcome, Promise.resolve(null)]) : outcome;
    },
    events: (reading) => events.subscribe([], reading),
    close() {
      closing ??= (async () => {
        await waitForAll([...sessions.keys()].map(shut)).finally(() => {
          events.close();
          extensions?.close();
        });
      })();
      return closing;
    },
    [Symbol.asyncDispose]: () => runtime.close(),
  };
  return runtime;
};

/** A session in use stays where it is; it can be moved separately. */
const unlessInUse = (error: unknown): void => {
  if (!(error instanceof SessionInUseError)) throw error;
};
