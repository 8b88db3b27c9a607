import type { Event } from "../journal/index.ts";

/** Tracks which sub-agents are blocked by an open permission request, their own or one of their sub-agents. */
export class OpenPermissions {
  readonly #parents = new Map<string, string>();
  /** Open requests by agent. */
  readonly #open = new Map<string, Set<string>>();

  /** Returns the agent of a permission event and its ancestors, nearest first; empty if the event changes nothing. */
  update(event: Event): readonly string[] {
    const { id, parent } = event.agent;
    if (parent === undefined) return [];
    this.#parents.set(id, parent);
    if (event.type === "permission_ask") this.#openOf(id).add(event.callId);
    else if (event.type === "permission_reply") this.#openOf(id).delete(event.callId);
    else if (event.type !== "session_close") return [];
    const line = this.#lineOf(id);
    if (event.type === "session_close") this.#forget(id);
    return line;
  }

  /** Returns whether a request of this agent, or of one below it, is open. */
  isBlocked(agent: string): boolean {
    return [...this.#open].some(([id, open]) => open.size > 0 && this.#lineOf(id).includes(agent));
  }

  #openOf(agent: string): Set<string> {
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
    for (let at: string | undefined = agent; at !== undefined && line.length < MAX_DEPTH; at = this.#parents.get(at)) line.push(at);
    return line;
  }
}

/** Bounds a line of ancestors if events contain a cycle. */
const MAX_DEPTH = 64;
