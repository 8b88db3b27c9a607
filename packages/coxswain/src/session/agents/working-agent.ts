import type { Draft, Entry } from "../../log/index.ts";
import type { AgentRun, SubAgent } from "../../loop/index.ts";
import { type ContextUsage, contextUsage, type Usage } from "../../model/index.ts";
import type { PromptInput } from "../runs/index.ts";
import type { AgentSession } from "./agent-session.ts";
import { runEvents } from "./run-events.ts";

export interface WorkingAgentParts {
  readonly session: AgentSession;
  readonly depth: number;
  /** Tokens of its model's window; undefined: nobody knows. */
  readonly window: number | undefined;
  /** Its session is closed. */
  readonly ended: (session: AgentSession) => Promise<void>;
}

/** An agent that works for its parent, as who made it has it. */
export class WorkingAgent implements SubAgent {
  readonly #parts: WorkingAgentParts;
  #closing: Promise<void> | undefined;

  constructor(parts: WorkingAgentParts) {
    this.#parts = parts;
  }

  get id(): string {
    return this.#parts.session.id;
  }

  get depth(): number {
    return this.#parts.depth;
  }

  get usage(): Usage {
    return this.#parts.session.state.usage.total;
  }

  get cost(): number {
    return this.#parts.session.state.cost;
  }

  get contextUsage(): ContextUsage {
    return contextUsage(this.#parts.session.state.usage.last, this.#parts.window);
  }

  get isBusy(): boolean {
    return this.#parts.session.state.status === "running";
  }

  get entries(): readonly Entry[] {
    return this.#parts.session.entries;
  }

  append<E extends Entry>(draft: Draft<E>): Promise<E> {
    return this.#parts.session.append(draft);
  }

  prompt(input: PromptInput): AgentRun {
    const run = this.#parts.session.prompt(input);
    return { outcome: run.outcome, [Symbol.asyncIterator]: () => runEvents(run) };
  }

  abort(reason?: string): void {
    this.#parts.session.abort(reason);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { session, ended } = this.#parts;
    await session.close().finally(() => ended(session));
  }
}
