import type { Event } from "./event.ts";

export type Listener = (event: Event) => void;

/**
 * Who listens to a session, its runs and the agents below it hears all in one order, which is that of readers. What a listener does may be told as well,
 * in the middle of the telling: it is heard when everybody has heard what came before it.
 */
export class ListenerQueue {
  readonly #unheard: (readonly [Listener, Event])[] = [];
  #goesOn = false;

  add(listener: Listener, event: Event): void {
    this.#unheard.push([listener, event]);
  }

  /** To be called when an event has reached all readers of all streams. */
  deliver(): void {
    if (this.#goesOn) return;
    this.#goesOn = true;
    for (let next = this.#unheard.shift(); next !== undefined; next = this.#unheard.shift()) next[0](next[1]);
    this.#goesOn = false;
  }
}
