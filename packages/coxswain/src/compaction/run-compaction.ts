import {
  type Model,
  ModelError,
  type ModelInfo,
  type ModelRequest,
  streamOf,
  type StreamPart,
  type Usage,
  appendNote,
  usageFrom,
  windowUsage,
} from "../model/index.ts";
import { type RequestUsage, usageOfFinish } from "../budget/index.ts";
import type { NextRequest } from "./compact.ts";
import type { Compaction } from "./compaction.ts";
import { AsyncLocalStorage } from "node:async_hooks";
import type { Attempts, Recovery, Remedy } from "../loop/index.ts";

/** Compaction during one run. */
export class RunCompaction {
  /** Recovery from requests that were too long. */
  readonly recovery: OverflowRecovery;
  readonly #compaction: Compaction;
  #next: NextRequest | undefined;
  #active: Promise<void> = Promise.resolve();

  constructor(compaction: Compaction) {
    this.#compaction = compaction;
    this.recovery = new OverflowRecovery({
      canCompact: () => this.#next !== undefined && compaction.mayRecover,
      compact: async (signal) => {
        if (this.#next !== undefined) await (this.#active = compaction.recover(this.#next, signal));
      },
    });
  }

  /** Compacts between turns if due, before the given request. */
  whenDue(next: NextRequest, signal: AbortSignal): Promise<void> {
    this.#next = next;
    this.#active = this.#compaction.atBoundary(next, signal);
    return this.#active;
  }

  /** Resolves when no compaction is active, also soon after an abort: a run does not end before its compaction. */
  async settled(): Promise<void> {
    await this.#active.catch(() => undefined); // the caller that awaited it receives the error
  }

  /** Wraps a model so that a silent overflow fails. `onRejected` receives the usage of the rejected answer, and is awaited. */
  watch(model: Model, onRejected: (spent: RequestUsage) => Promise<void>): Model {
    return withoutSilentOverflow(model, { canRecover: () => this.recovery.canRecover, onRejected });
  }

  /** Records a complete answer. `usage`: what fills the window now. */
  answered(usage: Usage, model: ModelInfo): void {
    this.#compaction.answered(usage, model);
  }
}

/**
 * Tracks whether code runs for a run of this session, such as a tool: such code must not wait for the end of
 * the current turn.
 */
export class InsideRun {
  readonly #runs = new AsyncLocalStorage<string>();

  /** Executes a run, and attributes all code that it calls to it. */
  run<Value>(runId: string, run: () => Promise<Value>): Promise<Value> {
    return this.#runs.run(runId, run);
  }

  /** The run that the caller is part of, which may have ended. */
  get current(): string | undefined {
    return this.#runs.getStore();
  }
}

interface OverflowWatch {
  /** Returns whether a recovery is possible. If not, the answer is accepted. */
  readonly canRecover: () => boolean;
  /** Receives the usage of a rejected answer, which the provider charges. */
  readonly onRejected: (spent: RequestUsage) => Promise<void>;
}

/**
 * Wraps a model so that an answer to a request that exceeded its window fails as an overflow, if the provider truncates
 * the input silently.
 */
export const withoutSilentOverflow = (model: Model, watch: OverflowWatch): Model => ({
  info: model.info,
  stream: (request) => ({ [Symbol.asyncIterator]: () => new WatchedAnswer(model, request, watch) }),
});

/** Not a generator, which would delay each of thousands of parts by some ticks; only the last one matters. */
class WatchedAnswer implements AsyncIterator<StreamPart> {
  readonly #info: ModelInfo;
  readonly #answer: AsyncIterator<StreamPart>;
  readonly #watch: OverflowWatch;
  #hasOutput = false;

  constructor(model: Model, request: ModelRequest, watch: OverflowWatch) {
    this.#info = model.info;
    this.#answer = streamOf(model, request)[Symbol.asyncIterator]();
    this.#watch = watch;
  }

  async next(): Promise<IteratorResult<StreamPart>> {
    const next = await this.#answer.next();
    if (next.done === true) return next;
    const part = next.value;
    if (part.type !== "finish") {
      this.#hasOutput ||= !part.type.endsWith("_start");
      return next;
    }
    if (!overflows(part, this.#info, this.#hasOutput) || !this.#watch.canRecover()) return next;
    await this.return();
    await this.#watch.onRejected(usageOfFinish(part, this.#info));
    throw new ModelError("overflow", `The request was longer than the window of ${this.#info.name}, and the provider truncated it.`);
  }

  async return(): Promise<IteratorResult<StreamPart>> {
    await this.#answer.return?.();
    return { done: true, value: undefined };
  }
}

/** Part of the window that the input must fill for a truncated answer without output to count as an overflow. */
const NEARLY_FULL = 0.98;

const overflows = (finish: Extract<StreamPart, { type: "finish" }>, { contextWindow = 0 }: ModelInfo, hasOutput: boolean): boolean => {
  if (contextWindow <= 0) return false;
  const { input: fresh, cacheRead, cacheWrite, output } = usageFrom(windowUsage(finish));
  const input = fresh + cacheRead + cacheWrite;
  if (input > contextWindow) return true;
  if (finish.stop !== "length") return false;
  // An answer that was truncated because the window was full is incomplete. Servers round the window, and count a template.
  return input + output >= contextWindow || ((output === 0 || !hasOutput) && input >= contextWindow * NEARLY_FULL);
};

export interface OverflowParts {
  /** Returns whether a compaction may be attempted. */
  readonly canCompact: () => boolean;
  /**
   * Shortens the history.
   * @throws when it cannot be shortened
   */
  readonly compact: (signal: AbortSignal) => Promise<void>;
}

const WHAT_TO_DO = "Rewind to an earlier message, clear the conversation, or choose a model with a larger window.";

/** Compacts the history and retries when a request exceeds the model's window, once in a run. */
export class OverflowRecovery implements Recovery {
  readonly #parts: OverflowParts;
  #tried = false;

  constructor(parts: OverflowParts) {
    this.#parts = parts;
  }

  /** True if a recovery is still possible. */
  get canRecover(): boolean {
    return !this.#tried && this.#parts.canCompact();
  }

  begin(): Attempts {
    return {
      remedyFor: (error) => (error.code === "overflow" ? this.#remedyFor(error) : undefined),
      end() {},
    };
  }

  #remedyFor(error: ModelError): Remedy {
    if (this.#tried) return async () => appendNote(error, `The conversation has been compacted and is still too long. ${WHAT_TO_DO}`);
    if (!this.canRecover) return async () => appendNote(error, `Compact the conversation, then continue. Or: ${WHAT_TO_DO}`);
    return async (signal) => {
      this.#tried = true;
      try {
        await this.#parts.compact(signal);
        return undefined;
      } catch (reason) {
        if (signal.aborted) return new ModelError("aborted", "The run was aborted.");
        const why = reason instanceof Error ? reason.message : String(reason);
        return appendNote(error, `The compaction failed: ${why} ${WHAT_TO_DO}`);
      }
    };
  }
}
