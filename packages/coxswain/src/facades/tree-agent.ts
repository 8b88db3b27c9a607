import { type AgentRun, isMessage, messageDraft, type MessageEntry, type SubAgent } from "../loop/index.ts";
import type { ContextUsage, Message, Usage } from "../model/index.ts";
import { EmptyPromptError, SessionBusyError } from "../session/index.ts";
import { type AnyAgentEvent, type TreeEvent, treeEvents } from "./tree-event.ts";

/** The session or sub-agent behind a `TreeAgent`. */
export interface TreeAgentParts extends Omit<SubAgent, "cost" | "prompt"> {
  prompt(input: string): Pick<AgentRun, "outcome"> & AsyncIterable<AnyAgentEvent>;
}

/**
 * An agent that processes one message at a time and emits complete parts. All properties are readable while it runs.
 * It is a view of a session. For the sub-agents of its tool calls see `subAgentCreator`.
 */
export class TreeAgent implements AsyncDisposable {
  readonly #parts: TreeAgentParts;

  constructor(parts: TreeAgentParts) {
    this.#parts = parts;
  }

  /** Unique for each agent. */
  get sessionId(): string {
    return this.#parts.id;
  }

  /** 0 for a top-level agent, 1 for a sub-agent of its tool calls, and so on. */
  get depth(): number {
    return this.#parts.depth;
  }

  /** `running` while it processes a message. */
  get status(): "running" | "stopped" {
    return this.#parts.isBusy ? "running" : "stopped";
  }

  /** Messages of its conversation so far. */
  get turns(): readonly Exclude<Message, { readonly role: "system" }>[] {
    return this.#parts.entries.filter(isMessage).map(({ message }) => message);
  }

  /** Usage of its responses and of its sub-agents. */
  get tokenUsage(): Usage {
    return this.#parts.usage;
  }

  /**
   * Percentage of the context window that the last response used: 0 unused, 100 full. An integer; 0 if the window is
   * unknown.
   */
  get contextUsagePercent(): number {
    return this.contextUsage.percent;
  }

  /** The same in tokens. */
  get contextUsage(): ContextUsage {
    return this.#parts.contextUsage;
  }

  /**
   * Appends a user message without a request. The model receives it with the next message.
   * @throws {SessionBusyError} while the agent runs.
   * @throws {EmptyPromptError}
   * @throws {ClosedError}
   */
  async addUserTurn(text: string): Promise<void> {
    if (text.trim() === "") throw new EmptyPromptError();
    if (this.#parts.isBusy) throw new SessionBusyError();
    await this.#parts.append<MessageEntry>(messageDraft({ role: "user", content: [{ type: "text", text }] }));
  }

  /**
   * Processes a message. The stream has all events of the agent and its sub-agents, and ends with the end of the run.
   * The
   * run does not depend on a reader. Aborting the signal cancels it. A further message during the run ends at once with
   * an
   * `error` on its own stream (`session_busy`) and does not affect the first.
   */
  sendUserMessage(message: string, { signal }: { readonly signal?: AbortSignal } = {}): AsyncIterable<TreeEvent> {
    const { isBusy } = this.#parts;
    const run = this.#parts.prompt(message);
    const events = run[Symbol.asyncIterator]();
    // A rejected message must not abort the one before it.
    const removeListener = isBusy || signal === undefined ? undefined : this.#abortOn(signal);
    void run.outcome.then(removeListener);
    return { [Symbol.asyncIterator]: () => inParts(events) };
  }

  /** Aborts the run and closes the agent. A sub-agent is also closed at the end of its call. Idempotent. */
  close(): Promise<void> {
    return this.#parts.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #abortOn(signal: AbortSignal): () => void {
    const abort = (): void => this.#parts.abort(reasonOf(signal));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    return () => signal.removeEventListener("abort", abort);
  }
}

async function* inParts(events: AsyncIterator<AnyAgentEvent>): AsyncGenerator<TreeEvent, void, undefined> {
  try {
    for (let next = await events.next(); next.done !== true; next = await events.next()) yield* treeEvents(next.value);
  } finally {
    await events.return?.();
  }
}

/** A deadline aborts with an error. */
const reasonOf = ({ reason }: AbortSignal): string => (reason instanceof Error ? reason.message : String(reason));
