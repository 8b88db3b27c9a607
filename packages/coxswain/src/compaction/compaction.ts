import { type BranchSummaryEntry, contextSize, contextTokensOf, lastMeasured } from "../context/index.ts";
import { CompactionLaterError, NothingToCompactError } from "./errors.ts";
import { type Draft, type Log, LogWriteError } from "../log/index.ts";
import { type Outcome, runError } from "../loop/index.ts";
import { contextTokens, ModelError, type ModelInfo, type Usage, windowUsage } from "../model/index.ts";
import { branchState, ClosedError, compactionPolicy, type CompactionPolicy, type SessionJournal } from "../journal/index.ts";
import { HookDeniedError } from "../hooks/index.ts";
import type { AbandonedBranch } from "./branch-summary.ts";
import { Breaker, type Stop } from "./breaker.ts";
import type { CompactionRequest, CompactionResult, NextRequest } from "./compact.ts";
import { type Advice, advise, isDue } from "./thresholds.ts";
import { untilAborted } from "./summary-model.ts";

export interface CompactionParts {
  readonly log: Log;
  readonly journal: SessionJournal;
  /**
   * Performs one compaction: appends a fact, or nothing.
   * @throws {NothingToCompactError} without emitting an event.
   */
  readonly compact: (order: CompactionRequest, signal: AbortSignal) => Promise<CompactionResult>;
  /** Summarizes an abandoned branch; undefined if it has no messages. */
  readonly branch: (branch: AbandonedBranch, signal: AbortSignal) => Promise<Draft<BranchSummaryEntry> | undefined>;
  /** Returns the next request while no run is about to send it. */
  readonly idle: () => Promise<NextRequest>;
  /** Runs an action between runs, and then the callback that it returns. */
  readonly between: (act: () => Promise<() => void>) => void;
  /** Returns whether the caller is part of the active run. */
  readonly isInsideRun: () => boolean;
}

export interface BranchOptions {
  readonly signal: AbortSignal | undefined;
  /** True if it runs between two runs, where aborting the session aborts it. */
  readonly isBetween: boolean;
}

/** Options of a compaction on request. */
export interface CompactOptions {
  /** Maximum tokens of the summary, if the session's `compaction.maxTokens` is not set. Default: depends on the window. */
  readonly maxTokens?: number;
}

/** Pending compaction request of a caller. */
interface CompactionWaiter extends CompactOptions {
  readonly instructions: string | undefined;
  readonly resolve: (result: CompactionResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Schedules the compactions of a session: on request, when due, or when a request was too long for the model. Never
 * runs two at once.
 */
export class Compaction {
  readonly #parts: CompactionParts;
  readonly #breaker = new Breaker();
  readonly #closing = new AbortController();
  readonly #waiters: CompactionWaiter[] = [];
  readonly #size = contextSize();
  #advice: Advice | undefined;
  /** Context window of the model that answered last. */
  #window: number | undefined;
  /** The current operation between two runs. */
  #between: { readonly aborting: AbortController; readonly done: Promise<unknown> } | undefined;

  constructor(parts: CompactionParts) {
    this.#parts = parts;
  }

  /** Compacts for the user: at once without a run, or else at the end of the turn. */
  ask(instructions?: string, options: CompactOptions = {}): Promise<CompactionResult> {
    const { promise, resolve, reject } = Promise.withResolvers<CompactionResult>();
    // Not every caller awaits it; the events report the failure as well.
    promise.catch(() => undefined);
    if (this.#closing.signal.aborted) reject(new ClosedError());
    else {
      this.#waiters.push({ ...options, instructions, resolve, reject });
      if (this.#parts.isInsideRun()) reject(new CompactionLaterError());
      this.#parts.between(() => this.#betweenRuns());
    }
    return promise;
  }

  /** Runs before a turn sends its request. A failure here does not affect the run. */
  async atBoundary(next: NextRequest, signal: AbortSignal): Promise<void> {
    const callbacks = await this.#grant(next, signal);
    for (const settle of callbacks) settle();
    const { log } = this.#parts;
    const { contextWindow } = next.model;
    const policy = this.#policy;
    // Do not repeat an advice that another process emitted.
    this.#advice ??= advise("armed", lastWindow(log), contextWindow, policy).advice;
    if (policy.auto === "auto" && callbacks.length === 0 && !signal.aborted)
      await this.#whenDue(next, this.#size(log.path, next.sent), signal);
  }

  /** Compacts in the background if the last response used more than the threshold. */
  runEnded(outcome: Outcome): void {
    const { log, between } = this.#parts;
    const { auto, background } = this.#policy;
    if (outcome.kind !== "done" || auto !== "auto" || !background || this.#closing.signal.aborted) return;
    const tokens = lastWindow(log);
    if (isDue(tokens, this.#window, this.#policy)) between(() => this.#betweenRuns(tokens));
  }

  /** Records a complete answer of the model. `usage`: what fills the window now. */
  answered(usage: Usage, { contextWindow }: ModelInfo): void {
    const used = contextTokens(usage);
    const policy = this.#policy;
    const isCompacted = isDue(used, contextWindow, policy);
    this.#window = contextWindow;
    this.#breaker.answered(isCompacted);
    const { advice, isEmitted } = advise(this.#advice ?? "armed", used, contextWindow, policy);
    this.#advice = advice;
    // No advice is needed if compaction is automatic or has just run.
    if (!isEmitted || isCompacted || contextWindow === undefined) return;
    this.#parts.journal.emit({
      type: "compaction_request",
      source: "threshold",
      percent: Math.min(100, Math.round((used / contextWindow) * 100)),
    });
  }

  /** True if a request that was too long may be recovered. */
  get mayRecover(): boolean {
    return this.#policy.auto !== "off" && this.#breaker.mayRecover;
  }

  /**
   * Compacts after a request was too long.
   * @throws the error of the compaction
   */
  async recover(next: NextRequest, signal: AbortSignal): Promise<void> {
    const tokens = contextTokensOf(this.#parts.log.path.entries, next.sent);
    await this.#automatic({ reason: "overflow", next, tokens }, signal);
  }

  /**
   * Summarizes an abandoned branch. On failure the branch has no summary, and an event reports it.
   * @throws {ModelError} when it is aborted
   */
  async ofBranch(
    branch: AbandonedBranch,
    { signal: callerSignal, isBetween }: BranchOptions,
  ): Promise<Draft<BranchSummaryEntry> | undefined> {
    const aborting = new AbortController();
    const signal = AbortSignal.any([aborting.signal, this.#closing.signal, ...(callerSignal === undefined ? [] : [callerSignal])]);
    const writing = this.#parts.branch(branch, signal);
    const between = { aborting, done: writing.catch(() => undefined) };
    if (isBetween) this.#between = between;
    try {
      return await writing;
    } catch (error) {
      if (signal.aborted) throw new ModelError("aborted", "The summary of a branch was aborted.");
      const message = `The abandoned branch could not be summarized. ${runError(error).message}`;
      this.#parts.journal.emit({ type: "warning", message });
      return undefined;
    } finally {
      if (this.#between === between) this.#between = undefined;
    }
  }

  /** Aborts the operation between two runs. Returns false if there is none. */
  abort(reason?: string): boolean {
    this.#between?.aborting.abort(reason);
    return this.#between !== undefined;
  }

  /** Aborts and awaits the operation between runs, and rejects new ones. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.abort();
    for (const { reject } of this.#waiters.splice(0)) reject(new ClosedError());
    await this.#between?.done;
  }

  get #policy(): CompactionPolicy {
    return compactionPolicy(this.#parts.log.view(branchState).setup?.compaction);
  }

  /** `used`: tokens of the last response, if they are above the threshold. */
  async #betweenRuns(used?: number): Promise<() => void> {
    const aborting = new AbortController();
    const { signal } = aborting;
    const done = this.#grant(undefined, signal).then(async (callbacks) => {
      if (callbacks.length === 0 && used !== undefined) await this.#inBackground(used, signal).catch(() => undefined); // events report it
      return callbacks;
    });
    this.#between = { aborting, done };
    const callbacks = await done;
    this.#between = undefined;
    return () => callbacks.forEach((settle) => settle());
  }

  /** Handles pending requests. Returns callbacks that settle their promises. */
  async #grant(next: NextRequest | undefined, signal: AbortSignal): Promise<readonly (() => void)[]> {
    const callbacks: (() => void)[] = [];
    for (const { instructions, maxTokens, resolve, reject } of this.#waiters.splice(0)) {
      try {
        const request = next ?? (await untilAborted(this.#parts.idle(), signal));
        const tokens = contextTokensOf(this.#parts.log.path.entries, request.sent);
        const result = await this.#compact({ reason: "manual", instructions, maxTokens, next: request, tokens }, signal);
        this.#breaker.reset();
        callbacks.push(() => resolve(result));
      } catch (error) {
        callbacks.push(() => reject(error));
      }
    }
    return callbacks;
  }

  async #inBackground(used: number, signal: AbortSignal): Promise<void> {
    const next = await untilAborted(this.#parts.idle(), signal);
    await this.#whenDue(next, used, signal);
  }

  /** Compacts if this number of tokens is above the threshold, unless the breaker is open. */
  async #whenDue(next: NextRequest, tokens: number, signal: AbortSignal): Promise<void> {
    if (!isDue(tokens, next.model.contextWindow, this.#policy)) return;
    const { may, stopped } = this.#breaker.begin();
    if (stopped !== undefined) this.#warn(stopped);
    if (may) await this.#automatic({ reason: "threshold", next, tokens }, signal).catch(unlessUnwritten);
  }

  /** Compacts automatically, and reports the result to the breaker. */
  async #automatic(order: CompactionRequest, signal: AbortSignal): Promise<void> {
    try {
      const { tokensAfter } = await this.#compact(order, signal);
      const stop = this.#breaker.done(isDue(tokensAfter, order.next.model.contextWindow, this.#policy));
      if (stop !== undefined) this.#warn(stop);
    } catch (error) {
      const isFailure = !signal.aborted && !(error instanceof LogWriteError) && !(error instanceof HookDeniedError);
      const stop = isFailure ? this.#breaker.failed() : undefined;
      if (stop !== undefined) this.#warn(error instanceof NothingToCompactError ? "no_effect" : stop);
      throw error;
    }
  }

  async #compact(order: CompactionRequest, signal: AbortSignal): Promise<CompactionResult> {
    const result = await this.#parts.compact(order, AbortSignal.any([signal, this.#closing.signal]));
    this.#advice = "armed";
    return result;
  }

  #warn(stop: Stop): void {
    if (this.#policy.auto !== "auto") return;
    this.#parts.journal.emit({ type: "warning", message: `Automatic compaction has stopped: ${WHY[stop]}` });
  }
}

/** Tokens in the window after the last measured response; 0: none was measured. */
const lastWindow = (log: Log): number => {
  const measured = lastMeasured(log.path.entries);
  return measured === undefined ? 0 : contextTokens(windowUsage(measured));
};

/** A failed write ends the run, as with every fact. */
const unlessUnwritten = (error: unknown): void => {
  if (error instanceof LogWriteError) throw error;
};

const WHY: Readonly<Record<Stop, string>> = {
  no_effect:
    "even a compacted conversation nearly fills the window. Use fewer tools, shorter instructions, or a model with a larger window.",
  no_progress:
    "the conversation was nearly too long again before the model answered. It resumes after an answer. Or compact manually, or choose a model with a larger window.",
  failed: "the summary could not be written. It resumes after a successful manual compaction.",
};
