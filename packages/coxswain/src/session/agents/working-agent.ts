import { type Draft, type Entry, LogClosedError } from "../../log/index.ts";
import { type AgentRef, type AgentRun, type AgentRunEvent, type EventOrigin, isRunEnd, type SubAgent } from "../../loop/index.ts";
import { type ContextUsage, contextUsage, type Usage } from "../../model/index.ts";
import type { AgentEndEntry, AgentStartEntry, Event, EventOf, SessionJournal } from "../../journal/index.ts";
import type { PromptInput } from "../runs/index.ts";
import type { ChildSession } from "./parent-context.ts";

interface WorkingAgentParts {
  readonly session: ChildSession;
  readonly ref: AgentRef;
  /** Context window of the agent's model in tokens; undefined: unknown. */
  readonly window: number | undefined;
  readonly name?: string | undefined;
  /** Id of the tool call that the agent works for. */
  readonly call?: string | undefined;
  /** Journal of the parent. */
  readonly journal: SessionJournal;
  /** Called when the agent is closed. */
  readonly ended: (agent: SubAgent) => void;
}

/** An agent that works for its parent: a session between its start and end entries in the parent's log. */
export class WorkingAgent implements SubAgent {
  readonly #parts: WorkingAgentParts;
  #closing: Promise<void> | undefined;

  constructor(parts: WorkingAgentParts) {
    this.#parts = parts;
  }

  get id(): string {
    return this.#parts.ref.id;
  }

  get depth(): number {
    return this.#parts.ref.depth;
  }

  get usage(): Usage {
    return this.#parts.session.state.usage.total;
  }

  get cost(): number {
    return this.#parts.session.state.cost;
  }

  get contextUsage(): ContextUsage {
    return contextUsage(this.#parts.session.state.usage.window, this.#parts.window);
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

  /** @throws {LogWriteError} */
  async begin(): Promise<void> {
    const { ref, name, call, journal } = this.#parts;
    const named = name === undefined ? {} : { name };
    await journal.append<AgentStartEntry>({ type: "agent_start", agent: ref.id, ...named, ...(call === undefined ? {} : { call }) });
    journal.emit({ type: "agent_start", child: ref, ...named, ...(call === undefined ? {} : { callId: call }) });
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
    try {
      await session.close();
    } finally {
      await this.#end();
      ended(this);
    }
  }

  async #end(): Promise<void> {
    const { session, ref, name, call, journal } = this.#parts;
    const outcome = session.entries.findLast(isRunEnd)?.outcome;
    const ending = outcome === undefined ? {} : { outcome };
    try {
      await journal.append<AgentEndEntry>({ type: "agent_end", agent: ref.id, ...ending });
    } catch (error) {
      // A parent that is closed too needs no entry: all its agents have ended.
      if (!(error instanceof LogClosedError)) throw error;
    }
    const about = { ...(name === undefined ? {} : { name }), ...(call === undefined ? {} : { callId: call }) };
    journal.emit({ type: "agent_end", child: ref, ...about, ...ending, usage: this.usage, cost: this.cost });
  }
}

const OF_RUNS: Readonly<Record<AgentRunEvent["type"], true>> = {
  run_start: true,
  run_end: true,
  turn_start: true,
  turn_end: true,
  message_start: true,
  message_delta: true,
  part_end: true,
  provider_part: true,
  message_end: true,
  message_discard: true,
  tool_call: true,
  tool_start: true,
  tool_progress: true,
  tool_end: true,
  queue_change: true,
  usage: true,
  warning: true,
  entry: true,
};

const isOfRun = (event: Event): event is EventOf<AgentRunEvent["type"]> => event.type in OF_RUNS;

/** Returns a session's events of runs. The reader starts with this call, not with its first `next`. */
const runEvents = (source: AsyncIterable<Event>): AsyncIterator<EventOrigin & AgentRunEvent> => {
  const events = source[Symbol.asyncIterator]();
  return {
    async next() {
      for (;;) {
        const { value, done } = await events.next();
        if (done === true) return { value: undefined, done };
        if (isOfRun(value)) return { value, done: false };
      }
    },
    async return() {
      await events.return?.();
      return { value: undefined, done: true };
    },
  };
};
