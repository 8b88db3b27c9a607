import { Semaphore, type PlacesOptions } from "./places.ts";

/**
 * The places of all levels below a session. Each level has its own: an agent keeps its place while it waits for those below it,
 * and places that all levels shared could all be held by agents that wait for one.
 */
export class SemaphorePerDepth {
  readonly #options: PlacesOptions;
  readonly #levels = new Map<number, Semaphore>();

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  of(depth: number): Semaphore {
    const places = this.#levels.get(depth) ?? new Semaphore(this.#options);
    this.#levels.set(depth, places);
    return places;
  }
}
