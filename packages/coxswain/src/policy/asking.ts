/** What the agents of one tree share of their permissions: questions are put one at a time, whoever asks, and what was allowed for the session holds for all. */
export class Asking {
  /** Names of the tools that were allowed. */
  readonly allowed = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();

  /** Does something when all that asked before has its answer. */
  inTurn<Value>(act: () => Value | Promise<Value>): Promise<Value> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => {});
    return turn;
  }
}
