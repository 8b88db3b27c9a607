import {
  type AssistantMessage,
  type Model,
  ModelError,
  type ModelInfo,
  type ModelRequest,
  streamOf,
  type StreamPart,
} from "../model/index.ts";
import type { NextRequest } from "./compaction-request.ts";
import type { Compaction } from "./compaction.ts";
import { OverflowRecovery } from "./overflow-recovery.ts";
import { AsyncLocalStorage } from "node:async_hooks";

/** Compaction during one run. */
export class RunCompaction {
  /** Recovery from requests that were too long. */
  readonly recovery: OverflowRecovery;
  readonly #compaction: Compaction;
  #next: NextRequest | undefined;
  #going: Promise<void> = Promise.resolve();

  constructor(compaction: Compaction) {
    this.#compaction = compaction;
    this.recovery = new OverflowRecovery({
      mayTry: () => this.#next !== undefined && compaction.mayRecover,
      compact: async (signal) => {
        if (this.#next !== undefined) await (this.#going = compaction.recover(this.#next, signal));
      },
    });
  }

  /** Compacts between turns if due, before the given request. */
  whenDue(next: NextRequest, signal: AbortSignal): Promise<void> {
    this.#next = next;
    this.#going = this.#compaction.atBoundary(next, signal);
    return this.#going;
  }

  /** Resolves when no compaction is active, also soon after an abort: a run does not end before its compaction. */
  async settled(): Promise<void> {
    await this.#going.catch(() => undefined); // the caller that awaited it receives the error
  }

  /** Wraps a model so that a silent overflow fails. */
  watch(model: Model): Model {
    return withoutSilentOverflow(model, () => this.recovery.isLeft);
  }

  answered({ usage }: AssistantMessage, model: ModelInfo): void {
    this.#compaction.answered(usage, model);
  }
}

/**
 * Tracks whether code runs on behalf of a run of this session, such as a tool: such code must not wait for the end of
 * its own turn.
 */
export class InsideRun {
  readonly #runs = new AsyncLocalStorage<string>();

  /** Executes a run, and attributes all code that it calls to it. */
  go<Value>(runId: string, run: () => Promise<Value>): Promise<Value> {
    return this.#runs.run(runId, run);
  }

  /** The run that the caller is part of, which may have ended. */
  get current(): string | undefined {
    return this.#runs.getStore();
  }
}

/**
 * Wraps a model so that an answer to a request that exceeded its window fails as an overflow, if the provider truncates
 * the input silently. `heeded` returns whether a recovery is possible; if not, the answer is accepted.
 */
export const withoutSilentOverflow = (model: Model, heeded: () => boolean): Model => ({
  info: model.info,
  stream: (request) => ({ [Symbol.asyncIterator]: () => new WatchedAnswer(model, request, heeded) }),
});

/** Not a generator, which would delay each of thousands of parts by some ticks; only the last one matters. */
class WatchedAnswer implements AsyncIterator<StreamPart> {
  readonly #info: ModelInfo;
  readonly #answer: AsyncIterator<StreamPart>;
  readonly #heeded: () => boolean;

  constructor(model: Model, request: ModelRequest, heeded: () => boolean) {
    this.#info = model.info;
    this.#answer = streamOf(model, request)[Symbol.asyncIterator]();
    this.#heeded = heeded;
  }

  async next(): Promise<IteratorResult<StreamPart>> {
    const next = await this.#answer.next();
    if (next.done === true || next.value.type !== "finish" || !overflows(next.value, this.#info) || !this.#heeded()) return next;
    await this.return();
    throw new ModelError("overflow", `The request was longer than ${this.#info.name} takes, and was cut by its provider.`);
  }

  async return(): Promise<IteratorResult<StreamPart>> {
    await this.#answer.return?.();
    return { done: true, value: undefined };
  }
}

const overflows = ({ usage, stop }: Extract<StreamPart, { type: "finish" }>, { contextWindow = 0 }: ModelInfo): boolean => {
  if (contextWindow <= 0) return false;
  const input = usage.input + usage.cacheRead + usage.cacheWrite;
  // An answer that was truncated because the window was full is incomplete.
  return input > contextWindow || (stop === "length" && input + usage.output >= contextWindow);
};
