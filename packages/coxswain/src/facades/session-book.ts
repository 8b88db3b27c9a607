import { SessionNotFoundError, type StoredSession } from "../log/index.ts";
import { type MessageEntry, messageDraft } from "../loop/index.ts";
import { clear, history, type PromptInput, type PromptOptions, type Run, type Session } from "../session/index.ts";
import type { CreateOptions, Runtime } from "../runtime/index.ts";

/** The title of a session that was made because there was none. */
const UNTITLED = "New Session";

export interface SendToOptions extends PromptOptions {
  /** Id of a session; absent or empty: the current one. */
  readonly session?: string;
}

/**
 * A runtime's sessions with one of them current, as a program with one conversation at a time wants them. What takes
 * an id gives false, or undefined, for one that is not there.
 */
export class SessionBook {
  readonly #runtime: Runtime;
  readonly #setup: CreateOptions;
  #current: string | undefined;
  #making: Promise<Session> | undefined;

  /** `setup` is that of sessions made here. */
  constructor(runtime: Runtime, setup: CreateOptions) {
    this.#runtime = runtime;
    this.#setup = setup;
  }

  /** Makes a session, and makes it the current one. */
  async create(title: string): Promise<Session> {
    const session = await this.#runtime.create(this.#setup);
    await session.set({ title });
    this.#current = session.id;
    return session;
  }

  async get(id: string): Promise<Session | undefined> {
    try {
      return await this.#runtime.open(id);
    } catch (error) {
      if (error instanceof SessionNotFoundError) return undefined;
      throw error;
    }
  }

  /** The current session; a new one when there is none. */
  async current(): Promise<Session> {
    const session = this.#current === undefined ? undefined : await this.get(this.#current);
    if (session !== undefined) return session;
    this.#making ??= this.create(UNTITLED).finally(() => (this.#making = undefined));
    return this.#making;
  }

  async setCurrent(id: string): Promise<boolean> {
    return this.#with(id, () => {
      this.#current = id;
    });
  }

  /** Tells the session of that id, or the current one, something. Undefined when no session has the id. */
  async send(input: PromptInput, { session: id, ...options }: SendToOptions = {}): Promise<Run | undefined> {
    const session = id === undefined || id === "" ? await this.current() : await this.get(id);
    return session?.prompt(input, options);
  }

  /** Most recently updated first. */
  async list(): Promise<readonly StoredSession[]> {
    return Array.fromAsync(this.#runtime.list());
  }

  /**
   * Removes a session. When it was the current one, there is none then.
   * @throws what `Runtime.remove` throws, and it stays as it is.
   */
  async delete(id: string): Promise<boolean> {
    const removed = await this.#runtime.remove(id);
    if (this.#current === id) this.#current = undefined;
    return removed;
  }

  addMessage(id: string, message: MessageEntry["message"]): Promise<boolean> {
    return this.#with(id, (session) => session.append<MessageEntry>(messageDraft(message)));
  }

  /** A copy; empty for a session that is not there. */
  async messages(id: string): Promise<readonly MessageEntry[]> {
    const session = await this.get(id);
    return session === undefined ? [] : structuredClone(history(session));
  }

  clearMessages(id: string): Promise<boolean> {
    return this.#with(id, clear);
  }

  updateTitle(id: string, title: string): Promise<boolean> {
    return this.#with(id, (session) => session.set({ title }));
  }

  async #with(id: string, action: (session: Session) => unknown): Promise<boolean> {
    const session = await this.get(id);
    if (session === undefined) return false;
    await action(session);
    return true;
  }
}
