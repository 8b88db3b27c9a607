import type { Event } from "./event.ts";

export type Listener = (event: Event) => void;

/**
 * Calls the listeners of a session, its runs and its sub-agents in one order, the same as readers see. If a listener causes another
 * event, its listeners run after all listeners of the first event.
 */
export class ListenerQueue {
  readonly #pending: (readonly [Listener, Event])[] = [];
  #delivering = false;

  add(listener: Listener, event: Event): void {
    this.#pending.push([listener, event]);
  }

  /** Call this when all readers of all streams have the event. */
  deliver(): void {
    if (this.#delivering) return;
    this.#delivering = true;
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) next[0](next[1]);
    this.#delivering = false;
  }
}
