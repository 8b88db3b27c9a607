import { SessionNotFoundError } from "../log/index.ts";
import type { Outcome } from "../loop/index.ts";
import type { Model, Models } from "../model/index.ts";
import {
  clearQueue,
  type GeneratedTitle,
  generateTitle,
  inject,
  type PromptInput,
  resetInjections,
  type Session,
} from "../session/index.ts";
import type { CompactionResult } from "../compaction/index.ts";
import type { Runtime } from "../runtime/index.ts";
import { outcomeUntil } from "./outcome-until.ts";

export interface OrchestratorOptions {
  /** Where sessions are kept, with the tools and the policy that they all have. It is closed with the orchestrator. */
  readonly runtime: Runtime;
  /** The models that are switched between, with their prices and windows. */
  readonly models: Models;
  /** Reference of the model that titles are asked of until another is set. Sessions begin with their own. */
  readonly model: string;
}

/** Sends to the sessions of a runtime, each by its id: one run at a time in each, what comes meanwhile queued, all beside each other. */
export class Orchestrator implements AsyncDisposable {
  readonly #runtime: Runtime;
  readonly #models: Models;
  #model: string | Model;
  /** The model that each open session was told last. */
  readonly #told = new WeakMap<Session, Model>();

  constructor({ runtime, models, model }: OrchestratorOptions) {
    this.#runtime = runtime;
    this.#models = models;
    this.#model = model;
  }

  /**
   * Tells a session something, and lets it work until it has answered: how that ended. Null at once where a run goes on; it has
   * a run of its own afterwards, whatever becomes of `signal`.
   * @throws {SessionNotFoundError}
   * @throws {ClosedError}
   */
  async send(sessionId: string, parts: PromptInput, { signal }: { readonly signal?: AbortSignal } = {}): Promise<Outcome | null> {
    const session = await this.#runtime.open(sessionId);
    const { isBusy } = session;
    const run = session.prompt(parts, {
      whenBusy: "queue",
      // Not before: a run that goes on meanwhile keeps its model.
      onEvent: ({ type, sessionId: of }) => (type === "run_start" && of === session.id ? this.#tellModel(session) : undefined),
    });
    // One that was refused has its outcome already, and is not passed over.
    return isBusy ? Promise.race([run.outcome, Promise.resolve(null)]) : outcomeUntil(run, signal);
  }

  /**
   * Puts a summary in the place of the session's conversation before now. It never runs beside a send to that session.
   * @throws {NothingToCompactError} and nothing is told.
   * @throws {SessionNotFoundError}
   * @throws {ClosedError}
   * @throws what else `Session.compact` throws
   */
  async compact(sessionId: string): Promise<CompactionResult> {
    const session = await this.#runtime.open(sessionId);
    if (!session.isBusy) await this.#tellModel(session);
    return session.compact();
  }

  /**
   * Adds a message on behalf of a plugin: one of the user's begins a run, or follows the one that goes on; one of the assistant's
   * is only kept.
   * @throws {InjectCapError} after 10 of one plugin, until a person's send begins a run.
   * @throws what else `inject` throws
   */
  async injectMessage(pluginName: string, sessionId: string, role: "user" | "assistant", content: string): Promise<void> {
    const session = await this.#runtime.open(sessionId);
    if (!session.isBusy) await this.#tellModel(session);
    await inject(session, { source: `plugin:${pluginName}`, role, content });
  }

  /** Plugins may add as many messages again as at the beginning of a run. */
  async resetPluginInjectCounters(sessionId: string): Promise<void> {
    await resetInjections(await this.#runtime.open(sessionId));
  }

  /** False for a session that is not there. */
  async isSessionBusy(sessionId: string): Promise<boolean> {
    return (await this.#find(sessionId))?.isBusy ?? false;
  }

  async queueCount(sessionId: string): Promise<number> {
    return (await this.queuedPrompts(sessionId)).length;
  }

  /** Of each message that waits its first part of text, "" where it has none; nothing for a session that is not there. */
  async queuedPrompts(sessionId: string): Promise<readonly string[]> {
    return ((await this.#find(sessionId))?.waiting ?? []).map(({ parts: [first = ""] }) => first);
  }

  /** Drops what waits, and says how much that was. The run goes on. */
  async clearQueue(sessionId: string): Promise<number> {
    const session = await this.#find(sessionId);
    return session === undefined ? 0 : clearQueue(session);
  }

  /**
   * From now on runs that begin, compactions and titles are of another model: a reference, or a model as it is. A session has it in
   * its log when it is next sent something.
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError} and the model stays.
   */
  async setModel(model: string | Model): Promise<void> {
    this.#model = typeof model === "string" ? await this.#models.get(model) : model;
  }

  /** Asks for a title in one request without tools. Nothing is kept anywhere. @throws {ModelError} */
  async generateTitle(prompt: string, maxTokens?: number): Promise<GeneratedTitle> {
    const model = typeof this.#model === "string" ? await this.#models.get(this.#model) : this.#model;
    return generateTitle(model, prompt, maxTokens === undefined ? {} : { maxTokens });
  }

  /** Closes all sessions. Idempotent. */
  close(): Promise<void> {
    return this.#runtime.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** In one step where the model is at hand: the next request is already its. */
  async #tellModel(session: Session): Promise<void> {
    const model = this.#model;
    if (typeof model === "string" || this.#told.get(session) === model) return;
    this.#told.set(session, model);
    await session.set({ model });
  }

  async #find(sessionId: string): Promise<Session | undefined> {
    try {
      return await this.#runtime.open(sessionId);
    } catch (error) {
      if (error instanceof SessionNotFoundError) return undefined;
      throw error;
    }
  }
}
