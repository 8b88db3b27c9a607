import { SessionNotFoundError } from "../log/index.ts";
import type { Outcome, Tool } from "../loop/index.ts";
import type { Model } from "../model/index.ts";
import { EmptyPromptError, type Session, SessionBusyError, type SessionChange } from "../session/index.ts";
import type { Runtime } from "../runtime/index.ts";
import { type AgentMessage, agentMessage } from "./agent-message.ts";
import { outcomeUntil } from "./outcome-until.ts";
import { SessionBook } from "./session-book.ts";
import { observerOf, type StreamCallbacks, tellEnd } from "./stream-callbacks.ts";

/** What sends prompts to sessions by their ids: to be had in other ways too, as for a test. */
export interface Agent {
  /**
   * Tells a session something, and its callbacks what comes of it, until the agent is done.
   * @throws {EmptyPromptError}
   * @throws {SessionBusyError}
   * @throws {SessionNotFoundError}
   */
  send(prompt: string, options?: AgentSendOptions, callbacks?: StreamCallbacks): Promise<Outcome>;
  /** Holds in every session from its next prompt on. */
  setSystemPrompt(prompt: string): void;
  /** Holds in every session from its next prompt on: names of the runtime's tools, and tools as they are. */
  setTools(tools: readonly (string | Tool)[]): void;
  /** Empty for a session that is not there. */
  history(sessionId: string): Promise<readonly AgentMessage[]>;
  /** The conversation begins anew; false for a session that is not there. @throws {SessionBusyError} */
  clear(sessionId: string): Promise<boolean>;
  /** Ends what the session does now, whoever began it; nothing happens to an idle one. */
  cancel(sessionId: string): void;
  isBusy(sessionId: string): boolean;
}

export interface AgentConfig {
  readonly runtime: Runtime;
  /** Reference of a model that the runtime knows. */
  readonly model: string;
  /** Default: `DEFAULT_SYSTEM_PROMPT`. */
  readonly systemPrompt?: string;
  /** Names of the runtime's tools, and tools as they are. Default: all that the runtime has. */
  readonly tools?: readonly (string | Tool)[];
  /** The folder of sessions that are made here. Default: the process's. */
  readonly workingDir?: string;
}

export interface AgentSendOptions {
  /** Absent or empty: the current session. */
  readonly sessionId?: string;
  /** Default: the model's own. */
  readonly temperature?: number;
  /** Tokens of one response. Default: what the catalog says of the model, else 8192. */
  readonly maxTokens?: number;
  /** Cancels it. */
  readonly signal?: AbortSignal;
}

/** One agent for many sessions: a model, a system prompt and tools, which each session has from its next prompt on. */
export class DefaultAgent implements Agent {
  /** The sessions, one of them current. */
  readonly sessions: SessionBook;
  readonly #runtime: Runtime;
  #change: SessionChange;
  /** What each open session was told last. */
  readonly #told = new WeakMap<Session, SessionChange>();
  /** What ends that which goes on, by the session's id. */
  readonly #active = new Map<string, AbortController>();

  constructor({ runtime, model, systemPrompt, tools, workingDir }: AgentConfig) {
    this.#runtime = runtime;
    this.sessions = new SessionBook(runtime, { model, ...(workingDir === undefined ? {} : { cwd: workingDir }) });
    this.#change = { model, ...(systemPrompt === undefined ? {} : { systemPrompt }), ...(tools === undefined ? {} : { tools }) };
  }

  async send(prompt: string, options: AgentSendOptions = {}, callbacks: StreamCallbacks = {}): Promise<Outcome> {
    if (prompt.trim() === "") throw new EmptyPromptError();
    const session = await this.#sessionOf(options.sessionId);
    if (session.isBusy || this.isBusy(session.id)) throw new SessionBusyError();
    const outcome = await this.#request(session, (signal) => this.#run(session, prompt, options, callbacks, signal));
    await tellEnd(outcome, callbacks);
    return outcome;
  }

  setSystemPrompt(systemPrompt: string): void {
    this.#change = { ...this.#change, systemPrompt };
  }

  setTools(tools: readonly (string | Tool)[]): void {
    this.#change = { ...this.#change, tools };
  }

  /** Holds in every session from its next prompt on: a reference, or a model as it is, as one with another token. */
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
    const active = this.#active.get(sessionId);
    if (active === undefined) this.#runtime.opened(sessionId)?.abort();
    else active.abort();
  }

  isBusy(sessionId: string): boolean {
    return this.#active.has(sessionId) || this.#runtime.opened(sessionId)?.isBusy === true;
  }

  async #sessionOf(id: string | undefined): Promise<Session> {
    if (id === undefined || id === "") return this.sessions.current();
    const session = await this.sessions.get(id);
    if (session === undefined) throw new SessionNotFoundError(id);
    return session;
  }

  /** Does what can be cancelled, one at a time in a session. */
  async #request(session: Session, act: (signal: AbortSignal) => Promise<Outcome>): Promise<Outcome> {
    const cancelling = new AbortController();
    this.#active.set(session.id, cancelling);
    try {
      return await act(cancelling.signal);
    } finally {
      this.#active.delete(session.id);
    }
  }

  async #run(
    session: Session,
    prompt: string,
    { temperature, maxTokens, signal }: AgentSendOptions,
    callbacks: StreamCallbacks,
    cancelled: AbortSignal,
  ): Promise<Outcome> {
    await this.#tell(session);
    const run = session.prompt(prompt, {
      onEvent: observerOf(session.id, callbacks),
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    });
    return outcomeUntil(run, signal === undefined ? cancelled : AbortSignal.any([cancelled, signal]));
  }

  /** What the agent is by now, where the session was not told of it. */
  async #tell(session: Session): Promise<void> {
    const change = this.#change;
    if (this.#told.get(session) === change) return;
    const { model, ...rest } = change;
    await session.set(model === session.state.model || model === undefined ? rest : change);
    this.#told.set(session, change);
  }
}
