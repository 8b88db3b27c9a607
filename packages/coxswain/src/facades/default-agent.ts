import { SessionNotFoundError } from "../log/index.ts";
import type { Outcome, Tool } from "../loop/index.ts";
import type { Model } from "../model/index.ts";
import { EmptyPromptError, type Session, SessionBusyError, type SessionChange } from "../session/index.ts";
import type { Runtime } from "../runtime/index.ts";
import { type AgentMessage, agentMessage } from "./agent-message.ts";
import { outcomeUntil } from "./outcome-until.ts";
import { Requests } from "./requests.ts";
import { SessionBook } from "./session-book.ts";
import { observerOf, type StreamCallbacks, reportEnd } from "./stream-callbacks.ts";

/** Sends prompts to sessions by id. Tests may supply another implementation. */
export interface Agent {
  /**
   * Prompts a session, and calls the callbacks until the agent is done.
   * @throws {EmptyPromptError}
   * @throws {SessionBusyError}
   * @throws {SessionNotFoundError}
   */
  send(prompt: string, options?: AgentSendOptions, callbacks?: StreamCallbacks): Promise<Outcome>;
  /** Applies to every session from its next prompt on. */
  setSystemPrompt(prompt: string): void;
  /** Applies to every session from its next prompt on: names of the runtime's tools, or tool objects. */
  setTools(tools: readonly (string | Tool)[]): void;
  /** Returns the messages of a session; empty if it does not exist. */
  history(sessionId: string): Promise<readonly AgentMessage[]>;
  /**
   * Resets the conversation; returns false if the session does not exist.
   * @throws {SessionBusyError}
   */
  clear(sessionId: string): Promise<boolean>;
  /**
   * Aborts the current activity of a session, whichever caller started it. A request of `send` counts from the call on, before its
   * session is open. Does nothing if it is idle.
   */
  cancel(sessionId: string): void;
  isBusy(sessionId: string): boolean;
}

export interface AgentConfig {
  readonly runtime: Runtime;
  /** Reference of a model that the runtime can resolve. */
  readonly model: string;
  /** First block of the system prompt of new sessions. Default: none. */
  readonly systemPrefix?: string;
  /** Default: `DEFAULT_SYSTEM_PROMPT`. */
  readonly systemPrompt?: string;
  /** Names of the runtime's tools, or tool objects. Default: all tools of the runtime. */
  readonly tools?: readonly (string | Tool)[];
  /** Folder of new sessions. Default: the process's. */
  readonly workingDir?: string;
}

export interface AgentSendOptions {
  /** Absent or empty: the current session. */
  readonly sessionId?: string;
  /** Default: the model's default. */
  readonly temperature?: number;
  /** Token limit of one response. Default: the catalog's limit of the model, or 8192. */
  readonly maxTokens?: number;
  /** Cancels the request. */
  readonly signal?: AbortSignal;
}

/**
 * One agent for many sessions: a model, a system prompt and tools, which apply to each session from its next prompt on.
 */
export class DefaultAgent implements Agent {
  /** The sessions, one of which is current. */
  readonly sessions: SessionBook;
  readonly #runtime: Runtime;
  #change: SessionChange;
  /** Last settings that each open session received. */
  readonly #announced = new WeakMap<Session, SessionChange>();
  readonly #requests = new Requests();

  constructor({ runtime, model, systemPrefix, systemPrompt, tools, workingDir }: AgentConfig) {
    this.#runtime = runtime;
    this.sessions = new SessionBook(runtime, {
      model,
      ...(systemPrefix === undefined ? {} : { systemPrefix }),
      ...(workingDir === undefined ? {} : { cwd: workingDir }),
    });
    this.#change = { model, ...(systemPrompt === undefined ? {} : { systemPrompt }), ...(tools === undefined ? {} : { tools }) };
  }

  async send(prompt: string, options: AgentSendOptions = {}, callbacks: StreamCallbacks = {}): Promise<Outcome> {
    if (prompt.trim() === "") throw new EmptyPromptError();
    // Without waiting, if there is a session: from here on it is busy, and the request can be cancelled.
    const id = options.sessionId || this.sessions.currentId || (await this.sessions.current()).id;
    if (this.isBusy(id)) throw new SessionBusyError();
    const outcome = await this.#requests.run(id, (signal) => this.#run(prompt, options, callbacks, signal));
    await reportEnd(outcome, callbacks);
    return outcome;
  }

  setSystemPrompt(systemPrompt: string): void {
    this.#change = { ...this.#change, systemPrompt };
  }

  setTools(tools: readonly (string | Tool)[]): void {
    this.#change = { ...this.#change, tools };
  }

  /**
   * Applies to every session from its next prompt on: a reference, or a model object, for instance with another token.
   */
  setModel(model: string | Model): void {
    this.#change = { ...this.#change, model };
  }

  async history(sessionId: string): Promise<readonly AgentMessage[]> {
    return (await this.sessions.messages(sessionId)).map(agentMessage);
  }

  clear(sessionId: string): Promise<boolean> {
    return this.sessions.clearMessages(sessionId);
  }

  cancel(sessionId: string): void {
    if (this.#requests.has(sessionId)) this.#requests.cancel(sessionId);
    else this.#runtime.opened(sessionId)?.abort();
  }

  isBusy(sessionId: string): boolean {
    return this.#requests.has(sessionId) || this.#runtime.opened(sessionId)?.isBusy === true;
  }

  async #sessionOf(id: string | undefined): Promise<Session> {
    if (id === undefined || id === "") return this.sessions.current();
    const session = await this.sessions.get(id);
    if (session === undefined) throw new SessionNotFoundError(id);
    return session;
  }

  async #run(
    prompt: string,
    { sessionId, temperature, maxTokens, signal }: AgentSendOptions,
    callbacks: StreamCallbacks,
    cancelled: AbortSignal,
  ): Promise<Outcome> {
    const ended = signal === undefined ? cancelled : AbortSignal.any([cancelled, signal]);
    const session = await this.#sessionOf(sessionId);
    if (session.isBusy) throw new SessionBusyError();
    await this.#tell(session);
    if (ended.aborted) return { kind: "aborted" };
    const run = session.prompt(prompt, {
      onEvent: observerOf(session.id, callbacks),
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    });
    return outcomeUntil(run, ended);
  }

  /** Applies the agent's current settings to a session that does not have them yet. */
  async #tell(session: Session): Promise<void> {
    const change = this.#change;
    if (this.#announced.get(session) === change) return;
    const { model, ...rest } = change;
    await session.set(model === session.state.model || model === undefined ? rest : change);
    this.#announced.set(session, change);
  }
}
