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
  /** Stores the sessions, with the tools and policy that they share. The orchestrator closes it. */
  readonly runtime: Runtime;
  /** Models to switch between, with their prices and windows. */
  readonly models: Models;
  /** Reference of the model for titles, until another model is set. Sessions start with their own model. */
  readonly model: string;
}

/** Maximum tokens of a summary in a session that sets none. */
const SUMMARY_TOKENS = 1024;

/**
 * Sends prompts to the sessions of a runtime by id. Each session has one run at a time and queues further prompts;
 * sessions run concurrently.
 */
export class Orchestrator implements AsyncDisposable {
  readonly #runtime: Runtime;
  readonly #models: Models;
  #model: string | Model;
  /** Last model that each open session received. */
  readonly #announced = new WeakMap<Session, Model>();

  constructor({ runtime, models, model }: OrchestratorOptions) {
    this.#runtime = runtime;
    this.#models = models;
    this.#model = model;
  }

  /**
   * Prompts a session. Resolves with the outcome of the run, or with null at once if the session is busy: the prompt
   * then gets its own run later, which `signal` does not abort.
   * @throws {SessionNotFoundError}
   * @throws {ClosedError}
   */
  async send(sessionId: string, parts: PromptInput, { signal }: { readonly signal?: AbortSignal } = {}): Promise<Outcome | null> {
    const session = await this.#runtime.open(sessionId);
    const { isBusy } = session;
    const run = session.prompt(parts, {
      whenBusy: "queue",
      // Not earlier: the active run retains its model.
      onEvent: ({ type, sessionId: of }) => (type === "run_start" && of === session.id ? this.recordModel(session) : undefined),
    });
    // A rejected prompt already has its outcome; return that rather than null.
    return isBusy ? Promise.race([run.outcome, Promise.resolve(null)]) : outcomeUntil(run, signal);
  }

  /**
   * Replaces the session's conversation so far by a summary, of at most 1024 tokens unless the session's `compaction.maxTokens`
   * sets another limit. Never runs concurrently with a run of that session.
   * @throws {NothingToCompactError} without emitting an event.
   * @throws {SessionNotFoundError}
   * @throws {ClosedError}
   * @throws every other error of `Session.compact`
   */
  async compact(sessionId: string): Promise<CompactionResult> {
    const session = await this.#runtime.open(sessionId);
    if (!session.isBusy) await this.recordModel(session);
    return session.compact(undefined, { maxTokens: SUMMARY_TOKENS });
  }

  /**
   * Adds a message on behalf of a plugin. A user message starts a run, or follows the active one; an assistant message
   * is only stored.
   * @throws {InjectCapError} after 10 messages of one plugin, until a user's prompt starts a run.
   * @throws every other error of `inject`
   */
  async injectMessage(pluginName: string, sessionId: string, role: "user" | "assistant", content: string): Promise<void> {
    const session = await this.#runtime.open(sessionId);
    if (!session.isBusy) await this.recordModel(session);
    await inject(session, { source: `plugin:${pluginName}`, role, content });
  }

  /** Resets the message limit of plugins, as the start of a run does. */
  async resetPluginInjectCounters(sessionId: string): Promise<void> {
    await resetInjections(await this.#runtime.open(sessionId));
  }

  /** Returns whether a session runs or is compacted. False if it does not exist. */
  async isSessionBusy(sessionId: string): Promise<boolean> {
    return (await this.#find(sessionId))?.status === "running";
  }

  async queueCount(sessionId: string): Promise<number> {
    return (await this.queuedPrompts(sessionId)).length;
  }

  /** Returns the first text part of each queued message, or "" if it has none. Empty if the session does not exist. */
  async queuedPrompts(sessionId: string): Promise<readonly string[]> {
    return ((await this.#find(sessionId))?.waiting ?? []).map(({ parts: [first = ""] }) => first);
  }

  /** Drops the queue, and returns its length. The active run continues. */
  async clearQueue(sessionId: string): Promise<number> {
    const session = await this.#find(sessionId);
    return session === undefined ? 0 : clearQueue(session);
  }

  /**
   * Changes the model of new runs, compactions and titles: a reference or a model object. A session's log records it
   * with the next prompt.
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError} and the model does not change.
   */
  async setModel(model: string | Model): Promise<void> {
    this.#model = typeof model === "string" ? await this.#models.get(model) : model;
  }

  /**
   * Requests a title, without tools and without storing anything.
   * @throws {ModelError}
   */
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

  /** Applies the model synchronously if it is resolved, so that the next request uses it. */
  async recordModel(session: Session): Promise<void> {
    const model = this.#model;
    if (typeof model === "string" || this.#announced.get(session) === model) return;
    this.#announced.set(session, model);
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
