import type { Event } from "../../journal/index.ts";

/** Which agents wait for the answer to a question: of those whose events it is told, by the agents that they work for. */
export class Questions {
  readonly #parents = new Map<string, string>();
  /** Open questions, by the agent that each is of. */
  readonly #open = new Map<string, Set<string>>();

  /** The agents that a question of this event's is of, or above it: nearest first. None where nothing has changed for them. */
  hear(event: Event): readonly string[] {
    const { id, parent } = event.agent;
    if (parent === undefined) return [];
    this.#parents.set(id, parent);
    if (event.type === "permission_ask") this.#of(id).add(event.callId);
    else if (event.type === "permission_reply") this.#of(id).delete(event.callId);
    else if (event.type !== "session_close") return [];
    const line = this.#lineOf(id);
    if (event.type === "session_close") this.#forget(id);
    return line;
  }

  /** Whether a question of this agent's, or of one below it, is open. */
  waitsFor(agent: string): boolean {
    return [...this.#open].some(([id, open]) => open.size > 0 && this.#lineOf(id).includes(agent));
  }

  #of(agent: string): Set<string> {
    const open = this.#open.get(agent) ?? new Set();
    this.#open.set(agent, open);
    return open;
  }

  #forget(agent: string): void {
    this.#open.delete(agent);
    this.#parents.delete(agent);
  }

  #lineOf(agent: string): readonly string[] {
    const line: string[] = [];
    for (let at: string | undefined = agent; at !== undefined && line.length < DEEPEST; at = this.#parents.get(at)) line.push(at);
    return line;
  }
}

/** Whatever events say, a line comes to its end. */
const DEEPEST = 64;
