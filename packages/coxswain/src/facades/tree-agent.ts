import { type AgentRun, isMessage, messageDraft, type MessageEntry, type SubAgent } from "../loop/index.ts";
import type { ContextUsage, Message, Usage } from "../model/index.ts";
import { EmptyPromptError, SessionBusyError } from "../session/index.ts";
import { type AnyAgentEvent, type TreeEvent, treeEvents } from "./tree-event.ts";

/** What an agent of a tree is over: a session of its own, or an agent that works for a tool call. */
export interface TreeAgentParts extends Omit<SubAgent, "cost" | "prompt"> {
  prompt(input: string): Pick<AgentRun, "outcome"> & AsyncIterable<AnyAgentEvent>;
}

/**
 * An agent that answers one message at a time, and tells what it does in whole parts. Everything may be asked of it while it
 * works. It is a session underneath, and what works for its tool calls is an agent as well: see `subAgentCreator`.
 */
export class TreeAgent implements AsyncDisposable {
  readonly #parts: TreeAgentParts;

  constructor(parts: TreeAgentParts) {
    this.#parts = parts;
  }

  /** Another for each agent. */
  get sessionId(): string {
    return this.#parts.id;
  }

  /** 0: it works for nobody. 1: for a tool call of such a one. */
  get depth(): number {
    return this.#parts.depth;
  }

  /** Whether it works now. */
  get status(): "running" | "stopped" {
    return this.#parts.isBusy ? "running" : "stopped";
  }

  /** The messages of its conversation so far. */
  get turns(): readonly Exclude<Message, { readonly role: "system" }>[] {
    return this.#parts.entries.filter(isMessage).map(({ message }) => message);
  }

  /** All that its responses took, and those of the agents that worked for it. */
  get tokenUsage(): Usage {
    return this.#parts.usage;
  }

  /** Of the context window, how much its last response left used: 0 unused, 100 full. Whole; 0 where nobody knows the window. */
  get contextUsagePercent(): number {
    return this.contextUsage.percent;
  }

  /** The same with tokens. */
  get contextUsage(): ContextUsage {
    return this.#parts.contextUsage;
  }

  /**
   * Adds what a user says to its conversation, and asks the model nothing: it reads it with the next message.
   * @throws {SessionBusyError} while it works.
   * @throws {EmptyPromptError}
   * @throws {ClosedError}
   */
  async addUserTurn(text: string): Promise<void> {
    if (text.trim() === "") throw new EmptyPromptError();
    if (this.#parts.isBusy) throw new SessionBusyError();
    await this.#parts.append<MessageEntry>(messageDraft({ role: "user", content: [{ type: "text", text }] }));
  }

  /**
   * Lets it work on a message until it is done, which it tells last, with all that it and the agents below it do. It works whether or
   * not anybody reads. Aborting the signal is the way to stop it. While it works, a further message ends at once with an
   * `error` on its own stream (`session_busy`), and the first is unharmed.
   */
  sendUserMessage(message: string, { signal }: { readonly signal?: AbortSignal } = {}): AsyncIterable<TreeEvent> {
    const { isBusy } = this.#parts;
    const run = this.#parts.prompt(message);
    const events = run[Symbol.asyncIterator]();
    // A message that is refused must not stop the one before it.
    const ended = isBusy || signal === undefined ? undefined : this.#stopBy(signal);
    void run.outcome.then(ended);
    return { [Symbol.asyncIterator]: () => inParts(events) };
  }

  /** Ends it: what works is aborted. An agent of a tool call ends with the call by itself. Idempotent. */
  close(): Promise<void> {
    return this.#parts.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #stopBy(signal: AbortSignal): () => void {
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

/** Also of a deadline, which aborts with an error. */
const reasonOf = ({ reason }: AbortSignal): string => (reason instanceof Error ? reason.message : String(reason));
