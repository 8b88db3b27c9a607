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

/** Compaction as one run has to do with it. */
export class RunCompaction {
  /** Of requests that were too long. */
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

  /** A turn has ended, and this request is to be made next. */
  whenDue(next: NextRequest, signal: AbortSignal): Promise<void> {
    this.#next = next;
    this.#going = this.#compaction.atBoundary(next, signal);
    return this.#going;
  }

  /** Resolves when nothing goes on, soon after an abort as well: a run does not end before what it has begun. */
  async settled(): Promise<void> {
    await this.#going.catch(() => undefined); // who waited for it has the error
  }

  /** The model, with failures of its provider told that the provider keeps silent about. */
  watch(model: Model): Model {
    return withoutSilentOverflow(model, () => this.recovery.isLeft);
  }

  answered({ usage }: AssistantMessage, model: ModelInfo): void {
    this.#compaction.answered(usage, model);
  }
}

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

/**
 * A model whose responses to requests that were longer than its window fail as overflow, where its provider just answers:
 * of what it cut off nobody is told. `heeded` says whether anything would be done about it; if not, the answer is taken.
 */
export const withoutSilentOverflow = (model: Model, heeded: () => boolean): Model => ({
  info: model.info,
  stream: (request) => ({ [Symbol.asyncIterator]: () => new WatchedAnswer(model, request, heeded) }),
});

/** No generator, which would make each part wait some ticks more: there are thousands, and the last alone is looked at. */
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
  // Of an answer that was cut off because the window was full, too little is there.
  return input > contextWindow || (stop === "length" && input + usage.output >= contextWindow);
};
