import { resolve } from "node:path";
import { waitForAll } from "../base/index.ts";
import { isBackgroundEntry } from "../background/index.ts";
import {
  assertValidSetup,
  branchState,
  ClosedError,
  isQuestionEntry,
  type Setup,
  type SetupEntry,
  withdrawOpenQuestion,
  withdrawOpenUserQuestion,
  relocatedPath,
  relocatePath,
  workingFolder,
} from "../journal/index.ts";
import {
  type Entry,
  FORMAT,
  FORMAT_VERSION,
  type Header,
  Log,
  LogClosedError,
  type LogFile,
  type LogSources,
  type OwnerMailbox,
  rebasePath,
  type RelocateEntry,
  SessionInUseError,
  sessionId,
  type Store,
} from "../log/index.ts";
import type { Models } from "../model/index.ts";
import { checkBudget } from "../policy/index.ts";
import { isOfInbox, type ParentContext, type Session, type SessionHost, type SpawnRequest } from "../session/index.ts";
import { agentSessions } from "./agent-sessions.ts";
import { asModel, withModel, withoutModel } from "./default-models.ts";
import { MailboxReceiver } from "./mailbox-receiver.ts";
import type { CreateOptions, OpenOptions } from "./runtime.ts";
import { sessionHost, type SharedParts } from "./session-host.ts";

export interface SessionRegistryParts extends SharedParts {
  readonly store: Store;
  readonly sources: LogSources;
  readonly models: Models;
  readonly mailbox: "watch" | "on-open" | "never";
  /** Names the project of a folder, for session headers. */
  readonly projectOf: (cwd: string) => string | undefined;
}

/** A log that is open for writing. */
interface OpenLog {
  readonly log: Log;
  readonly mailbox: OwnerMailbox | undefined;
}

/** A session that starts: a sub-agent's has a parent. `models`: those of the runtime and a model object. */
interface Start {
  readonly parent?: ParentContext | undefined;
  readonly models?: Models | undefined;
}

/** The sessions that are open in one runtime, each once. */
export class SessionRegistry {
  readonly #parts: SessionRegistryParts;
  /** Sessions that are starting or open. */
  readonly #sessions = new Map<string, Promise<Session>>();
  readonly #open = new Map<string, Session>();
  /** Models of the open sessions. */
  readonly #models = new Map<string, Models>();
  /** Logs of the open sessions. */
  readonly #logs = new Map<string, Log>();
  readonly #removals = new Map<string, Promise<boolean>>();
  #closing: Promise<void> | undefined;

  constructor(parts: SessionRegistryParts) {
    this.#parts = parts;
  }

  async create({ cwd = process.cwd(), parent, model: requested, ...rest }: CreateOptions): Promise<Session> {
    this.#assertOpen();
    const model = typeof requested === "object" && requested !== null ? asModel(requested) : undefined;
    const setup: Setup = {
      ...rest,
      ...(model === undefined ? { model: requested as string } : { model: model.info.reference, modelObject: true }),
    };
    assertValidSetup(setup);
    if (parent !== undefined && typeof parent !== "string") throw new TypeError("Invalid `parent`: expected the id of a session.");
    checkBudget(setup.budget ?? {});
    if (model === undefined) await this.#parts.models.get(setup.model);
    const header = this.#header(resolve(cwd), parent === undefined ? undefined : { session: parent, entry: null });
    return this.#begin(header, setup, { models: model && withModel(this.#parts.models, model) });
  }

  async open(id: string, options: OpenOptions = {}): Promise<Session> {
    const { model, recent = false } = options;
    await this.#removals.get(id)?.catch(() => undefined); // the caller that removes it receives the error
    this.#assertOpen();
    const { store, models } = this.#parts;
    const start = model === undefined ? {} : { models: withModel(models, asModel(model)) };
    const starting =
      this.#sessions.get(id) ?? this.#start(id, () => this.#openLog(store.open(id), (file) => file.acquire(), recent), start);
    const session = await starting;
    if (session.status !== "closed") {
      // Another caller may have opened it with its last turns.
      if (!recent) await this.#logs.get(id)?.complete("needed").catch(asClosed);
      return session;
    }
    await session.close().catch(() => undefined); // the caller that closed it receives the error
    return this.open(id, options);
  }

  opened(id: string): Session | undefined {
    const session = this.#open.get(id);
    return session?.status === "closed" ? undefined : session;
  }

  /** Creates a session that continues from the end of a stored one, without its queue, background work and questions. */
  async forkStored(id: string): Promise<Session> {
    this.#assertOpen();
    const { log } = await this.#openLog(this.#parts.store.open(id));
    try {
      if (log.wholeFrom > 0) await log.complete();
      const isOwn = (entry: Entry): boolean => isOfInbox(entry) || isBackgroundEntry(entry) || isQuestionEntry(entry);
      return await this.fork(workingFolder(log), id, rebasePath(relocatedPath(log, log.path.entries).filter((entry) => !isOwn(entry))));
    } finally {
      await log.close();
    }
  }

  /** Creates a session with these entries of another one. */
  fork(cwd: string, from: string, entries: readonly Entry[]): Promise<Session> {
    const fresh = this.#header(cwd, { session: from, entry: entries.at(-1)?.id ?? null });
    return this.#start(fresh.id, () => this.#openLog(this.#parts.store.create(fresh), (file) => file.append(entries)), {
      models: this.#models.get(from),
    });
  }

  /** Creates an agent's session. */
  async spawn({ setup, cwd, parent, context }: SpawnRequest): Promise<Session> {
    return this.#begin({ ...this.#header(resolve(cwd), parent), kind: "subagent" }, setup, { parent: context });
  }

  async relocate(id: string, cwd: string): Promise<void> {
    this.#assertOpen();
    const to = resolve(cwd);
    const from = await this.#move(id, () => to);
    for (const agent of await agentSessions(this.#parts.store, id)) {
      await this.#move(agent, (folder) => relocatePath(folder, from, to)).catch(unlessInUse);
    }
  }

  remove(id: string): Promise<boolean> {
    const removal = this.#removals.get(id) ?? this.#remove(id).finally(() => this.#removals.delete(id));
    this.#removals.set(id, removal);
    return removal;
  }

  /** Forgets a session that has closed. */
  release(id: string): void {
    this.#sessions.delete(id);
    this.#open.delete(id);
    this.#logs.delete(id);
    this.#models.delete(id);
    this.#parts.extensions?.released(id);
  }

  /** Closes all sessions, the event stream and the extensions. Idempotent. */
  close(): Promise<void> {
    const { events, extensions } = this.#parts;
    const closeAll = async (): Promise<void> => {
      await waitForAll([...this.#sessions.keys()].map((id) => this.#closeSession(id))).finally(() => {
        events.close();
        extensions?.close();
      });
    };
    return (this.#closing ??= closeAll());
  }

  #assertOpen(): void {
    if (this.#closing !== undefined) throw new ClosedError("runtime");
  }

  #header(cwd: string, parent?: Header["parent"]): Header {
    const { now, projectOf } = this.#parts;
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
  }

  #begin(fresh: Header, setup: Setup, start: Start): Promise<Session> {
    checkBudget(setup.budget ?? {});
    const open = async (): Promise<OpenLog> => {
      const opened = await this.#openLog(this.#parts.store.create(fresh));
      opened.log.stage<SetupEntry>({ type: "setup", setup });
      return opened;
    };
    return this.#start(fresh.id, open, start);
  }

  /** Registers the session in the same step as the check that the runtime is open, so that `close` also closes it. */
  #start(id: string, open: () => Promise<OpenLog>, start: Start): Promise<Session> {
    this.#assertOpen();
    const starting = open().then((opened) => this.#sessionOf(opened, start));
    this.#sessions.set(id, starting);
    starting.catch(() => this.#sessions.delete(id));
    return starting;
  }

  async #openLog(opening: Promise<LogFile>, prepare?: (file: LogFile) => Promise<unknown>, recent = false): Promise<OpenLog> {
    const file = await opening;
    try {
      await prepare?.(file);
      const { sessionFolds } = await import("./session-code.ts");
      return { log: await Log.open(file, this.#parts.sources, sessionFolds, { recent }), mailbox: file.mailbox };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async #sessionOf({ log, mailbox }: OpenLog, { parent, models = this.#storedModels(log) }: Start): Promise<Session> {
    const { extensions } = this.#parts;
    let receiver: MailboxReceiver | undefined;
    let host: SessionHost | undefined;
    try {
      host = await sessionHost(this.#parts, { cwd: workingFolder(log), parent, models, receiver: () => receiver }, this);
      // With extensions, RuntimeExtensions registers the folds, because it knows which extension owns each tool.
      if (extensions === undefined) await log.persistFolds(host.tools.flatMap(({ requiredState = [] }) => requiredState));
      const { Session } = await import("./session-code.ts");
      const session = new Session(log, host);
      this.#open.set(session.id, session);
      this.#logs.set(session.id, log);
      this.#models.set(session.id, models);
      const opened = host;
      await extensions?.opened(session, log, () => opened.tools);
      withdrawOpenQuestion(log);
      withdrawOpenUserQuestion(log);
      await session.files.finishRestores();
      if (mailbox !== undefined && parent === undefined) {
        receiver = new MailboxReceiver(session, mailbox, this.#parts.mailbox === "watch" ? "all" : "about-run");
        receiver.watch();
        if (this.#parts.mailbox !== "never") await receiver.receive();
      }
      return session;
    } catch (error) {
      this.#open.delete(log.header.id);
      this.#logs.delete(log.header.id);
      this.#models.delete(log.header.id);
      await host?.lsp?.release();
      await log.close();
      throw error;
    }
  }

  #storedModels(log: Log): Models {
    const { setup } = log.view(branchState);
    return setup?.modelObject === true ? withoutModel(this.#parts.models, setup.model) : this.#parts.models;
  }

  /**
   * Moves a session to another folder and returns its previous one.
   * @throws {SessionInUseError}
   */
  async #move(id: string, folderFrom: (folder: string) => string): Promise<string> {
    if (this.#sessions.has(id)) throw new SessionInUseError(id, "here");
    const { log } = await this.#openLog(this.#parts.store.open(id), (file) => file.acquire());
    try {
      const folder = workingFolder(log);
      const cwd = folderFrom(folder);
      if (cwd !== folder) await log.append<RelocateEntry>({ type: "relocate", cwd, from: folder });
      await log.sync();
      return folder;
    } finally {
      await log.close();
    }
  }

  async #remove(id: string): Promise<boolean> {
    const { store } = this.#parts;
    // Entries that can no longer be written are removed with the session.
    const wasOpen = await this.#closeSession(id).catch(() => true);
    const agents = await agentSessions(store, id);
    const removed = await store.remove(id);
    for (const agent of agents) {
      await this.#closeSession(agent).catch(() => true);
      await store.remove(agent);
    }
    return removed || wasOpen;
  }

  /** Closes a session if it is open. Returns whether it was. */
  async #closeSession(id: string): Promise<boolean> {
    const session = await this.#sessions.get(id)?.catch(() => undefined);
    await session?.close();
    return session !== undefined;
  }
}

const asClosed = (error: unknown): never => {
  throw error instanceof LogClosedError ? new ClosedError() : error;
};

/** A session in use stays where it is; it can be moved separately. */
const unlessInUse = (error: unknown): void => {
  if (!(error instanceof SessionInUseError)) throw error;
};
