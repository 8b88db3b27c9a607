import type { Session } from "coxswain";

/** The commands that the user runs with `!`, until they end. */
export class UserCommands {
  readonly #running = new Map<AbortController, string>();

  /** The running ones, as typed. */
  get running(): readonly string[] {
    return [...this.#running.values()];
  }

  /** Runs `!command` or `!!command`. @throws errors of `Session.shell` */
  async run(session: Pick<Session, "shell">, text: string): Promise<void> {
    const stopping = new AbortController();
    this.#running.set(stopping, text);
    try {
      await session.shell(text, { signal: stopping.signal });
    } finally {
      this.#running.delete(stopping);
    }
  }

  /** Stops those that run. Returns false if there are none. */
  stop(): boolean {
    for (const stopping of this.#running.keys()) stopping.abort();
    return this.#running.size > 0;
  }
}
