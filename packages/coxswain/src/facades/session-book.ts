import { SessionNotFoundError, type StoredSession } from "../log/index.ts";
import { type MessageEntry, messageDraft } from "../loop/index.ts";
import { clear, history, type PromptInput, type PromptOptions, type Run, type Session } from "../session/index.ts";
import type { CreateOptions, Runtime } from "../runtime/index.ts";

/** Title of a session that was created on demand. */
const UNTITLED = "New Session";

export interface SendToOptions extends PromptOptions {
  /** Id of a session; absent or empty: the current one. */
  readonly session?: string;
}

/**
 * Sessions of a runtime, one of which is current, for programs with one conversation at a time. Methods that take an id
 * return false or undefined if the session does not exist.
 */
export class SessionBook {
  readonly #runtime: Runtime;
  readonly #setup: CreateOptions;
  #current: string | undefined;
  #making: Promise<Session> | undefined;

  /** `setup`: options of new sessions. */
  constructor(runtime: Runtime, setup: CreateOptions) {
    this.#runtime = runtime;
    this.#setup = setup;
  }

  /** Creates a session, which becomes the current one. */
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

  /** Id of the current session, which may have been removed elsewhere. Undefined: none was created or chosen yet. */
  get currentId(): string | undefined {
    return this.#current;
  }

  /** Returns the current session, or creates one. */
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

  /** Prompts a session, by default the current one. Returns undefined if no session has the id. */
  async send(input: PromptInput, { session: id, ...options }: SendToOptions = {}): Promise<Run | undefined> {
    const session = id === undefined || id === "" ? await this.current() : await this.get(id);
    return session?.prompt(input, options);
  }

  /** Lists sessions, most recently updated first. */
  async list(): Promise<readonly StoredSession[]> {
    return Array.fromAsync(this.#runtime.list());
  }

  /**
   * Removes a session. If it was current, no session is current afterwards.
   * @throws every error of `Runtime.remove`, and nothing changes.
   */
  async delete(id: string): Promise<boolean> {
    const removed = await this.#runtime.remove(id);
    if (this.#current === id) this.#current = undefined;
    return removed;
  }

  addMessage(id: string, message: MessageEntry["message"]): Promise<boolean> {
    return this.#with(id, (session) => session.append<MessageEntry>(messageDraft(message)));
  }

  /** Returns a copy of the messages; empty if the session does not exist. */
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
