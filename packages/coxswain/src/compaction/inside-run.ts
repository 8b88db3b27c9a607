import { AsyncLocalStorage } from "node:async_hooks";

/** Knows whether code runs because a run of this session does, as a tool's: such code must not wait for the end of its own turn. */
export class InsideRun {
  readonly #runs = new AsyncLocalStorage<string>();

  /** Goes a run, and with it all that is called from it. */
  go<Value>(runId: string, run: () => Promise<Value>): Promise<Value> {
    return this.#runs.run(runId, run);
  }

  /** The run that the caller is a part of; it may have ended. */
  get current(): string | undefined {
    return this.#runs.getStore();
  }
}
