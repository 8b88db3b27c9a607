/** Active requests to sessions by id. A request counts from its call on, also while its session is being opened. */
export class Requests {
  readonly #active = new Map<string, Set<AbortController>>();

  has(sessionId: string): boolean {
    return this.#active.has(sessionId);
  }

  /** Runs a request. Its signal aborts when the session's requests are cancelled. */
  async run<Result>(sessionId: string, act: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const cancelling = new AbortController();
    const others = this.#active.get(sessionId) ?? new Set();
    this.#active.set(sessionId, others.add(cancelling));
    try {
      return await act(cancelling.signal);
    } finally {
      others.delete(cancelling);
      if (others.size === 0) this.#active.delete(sessionId);
    }
  }

  /** Cancels the active requests of a session. */
  cancel(sessionId: string): void {
    for (const cancelling of this.#active.get(sessionId) ?? []) cancelling.abort();
  }
}
