import { type BranchSummaryEntry, contextSize, contextTokensOf, lastMeasured } from "../context/index.ts";
import { CompactionLaterError, NothingToCompactError } from "./errors.ts";
import { type Draft, type Log, LogWriteError } from "../log/index.ts";
import { runError } from "../loop/index.ts";
import { contextTokens, ModelError, type ModelInfo, NO_USAGE, type Usage } from "../model/index.ts";
import { branchState, ClosedError, compactionPolicy, type CompactionPolicy, type SessionJournal } from "../journal/index.ts";
import { HookDeniedError } from "../hooks/index.ts";
import type { Leaving } from "./branch-summary.ts";
import { Breaker, type Stop } from "./breaker.ts";
import type { CompactionOrder, CompactionResult, NextRequest } from "./compaction-request.ts";
import { type Advice, advise, isDue } from "./thresholds.ts";
import { untilAborted } from "./summary-model.ts";

export interface CompactionParts {
  readonly log: Log;
  readonly journal: SessionJournal;
  /**
   * Makes one compaction: a fact of the log, or nothing.
   * @throws {NothingToCompactError} and nothing is told.
   */
  readonly compact: (order: CompactionOrder, signal: AbortSignal) => Promise<CompactionResult>;
  /** What was done on a branch that is left; undefined where nothing was. */
  readonly branch: (leaving: Leaving, signal: AbortSignal) => Promise<Draft<BranchSummaryEntry> | undefined>;
  /** The next request, where no run is about to make it. */
  readonly idle: () => Promise<NextRequest>;
  /** Does something when no run goes on, and then calls what that came to. */
  readonly between: (act: () => Promise<() => void>) => void;
  /** Whether the caller is a part of the run that goes on. */
  readonly isInsideRun: () => boolean;
}

export interface BranchOptions {
  readonly signal: AbortSignal | undefined;
  /** Whether it holds the place between two runs, and an abort of the session is meant for it. */
  readonly isBetween: boolean;
}

/** Somebody wants a compaction. */
interface Wish {
  readonly instructions: string | undefined;
  readonly resolve: (result: CompactionResult) => void;
  readonly reject: (error: unknown) => void;
}

/** When a session's conversation is compacted: because it was asked for, is due, or was too long for a model. Never two at once. */
export class Compaction {
  readonly #parts: CompactionParts;
  readonly #breaker = new Breaker();
  readonly #closing = new AbortController();
  readonly #wishes: Wish[] = [];
  readonly #size = contextSize();
  #advice: Advice | undefined;
  /** What goes on between two runs. */
  #between: { readonly aborting: AbortController; readonly done: Promise<unknown> } | undefined;

  constructor(parts: CompactionParts) {
    this.#parts = parts;
  }

  /** As a person wants it: at once where no run goes on, else at the end of the turn. */
  ask(instructions?: string): Promise<CompactionResult> {
    const { promise, resolve, reject } = Promise.withResolvers<CompactionResult>();
    // Not everybody waits for it: the events tell of it as well.
    promise.catch(() => undefined);
    if (this.#closing.signal.aborted) reject(new ClosedError());
    else {
      this.#wishes.push({ instructions, resolve, reject });
      if (this.#parts.isInsideRun()) reject(new CompactionLaterError());
      this.#parts.between(() => this.#betweenRuns());
    }
    return promise;
  }

  /** A turn is about to ask the model. What fails here leaves the run as it was. */
  async atBoundary(next: NextRequest, signal: AbortSignal): Promise<void> {
    const granted = await this.#grant(next, signal);
    for (const tell of granted) tell();
    const { log } = this.#parts;
    const { contextWindow } = next.model;
    const policy = this.#policy;
    // What was told in another process is not told again.
    this.#advice ??= advise("armed", contextTokens(lastMeasured(log.path)?.usage ?? NO_USAGE), contextWindow, policy).advice;
    if (policy.auto !== "auto" || granted.length > 0 || signal.aborted) return;
    const tokens = this.#size(log.path, next.sent);
    if (!isDue(tokens, contextWindow, policy)) return;
    const { may, stopped } = this.#breaker.begin();
    if (stopped !== undefined) this.#warn(stopped);
    if (may) await this.#automatic({ reason: "threshold", next, tokens }, signal).catch(unlessUnwritten);
  }

  /** The model has answered whole. */
  answered(usage: Usage, { contextWindow }: ModelInfo): void {
    const used = contextTokens(usage);
    const policy = this.#policy;
    const isCompacted = isDue(used, contextWindow, policy);
    this.#breaker.answered(isCompacted);
    const { advice, tell } = advise(this.#advice ?? "armed", used, contextWindow, policy);
    this.#advice = advice;
    // Nobody needs to be advised of what is done anyway.
    if (!tell || isCompacted || contextWindow === undefined) return;
    this.#parts.journal.emit({
      type: "compaction_request",
      source: "threshold",
      percent: Math.min(100, Math.round((used / contextWindow) * 100)),
    });
  }

  /** Whether a request that was too long may be helped. */
  get mayRecover(): boolean {
    return this.#policy.auto !== "off" && this.#breaker.mayRecover;
  }

  /** A request was too long. @throws what the compaction failed with */
  async recover(next: NextRequest, signal: AbortSignal): Promise<void> {
    const tokens = contextTokensOf(this.#parts.log.path, next.sent);
    await this.#automatic({ reason: "overflow", next, tokens }, signal);
  }

  /**
   * A summary of a branch that is left. Where it fails the branch is left without one, which is told.
   * @throws {ModelError} when it is aborted
   */
  async ofBranch(leaving: Leaving, { signal: given, isBetween }: BranchOptions): Promise<Draft<BranchSummaryEntry> | undefined> {
    const aborting = new AbortController();
    const signal = AbortSignal.any([aborting.signal, this.#closing.signal, ...(given === undefined ? [] : [given])]);
    const asked = this.#parts.branch(leaving, signal);
    const between = { aborting, done: asked.catch(() => undefined) };
    if (isBetween) this.#between = between;
    try {
      return await asked;
    } catch (error) {
      if (signal.aborted) throw new ModelError("aborted", "The summary of a branch was aborted.");
      const message = `What was done on the branch that is left could not be summarised. ${runError(error).message}`;
      this.#parts.journal.emit({ type: "warning", message });
      return undefined;
    } finally {
      if (this.#between === between) this.#between = undefined;
    }
  }

  /** Ends what goes on between two runs. False: nothing does. */
  abort(reason?: string): boolean {
    this.#between?.aborting.abort(reason);
    return this.#between !== undefined;
  }

  /** What goes on between runs is ended and waited for, and nothing begins any more. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.abort();
    for (const { reject } of this.#wishes.splice(0)) reject(new ClosedError());
    await this.#between?.done;
  }

  get #policy(): CompactionPolicy {
    return compactionPolicy(this.#parts.log.view(branchState).setup?.compaction);
  }

  async #betweenRuns(): Promise<() => void> {
    const aborting = new AbortController();
    const done = this.#grant(undefined, aborting.signal);
    this.#between = { aborting, done };
    const told = await done;
    this.#between = undefined;
    return () => told.forEach((tell) => tell());
  }

  /** Does what was asked for. The value tells those who asked what came of it. */
  async #grant(next: NextRequest | undefined, signal: AbortSignal): Promise<readonly (() => void)[]> {
    const told: (() => void)[] = [];
    for (const { instructions, resolve, reject } of this.#wishes.splice(0)) {
      try {
        const request = next ?? (await untilAborted(this.#parts.idle(), signal));
        const tokens = contextTokensOf(this.#parts.log.path, request.sent);
        const result = await this.#compact({ reason: "manual", instructions, next: request, tokens }, signal);
        this.#breaker.reset();
        told.push(() => resolve(result));
      } catch (error) {
        told.push(() => reject(error));
      }
    }
    return told;
  }

  /** Has the breaker told how it went. */
  async #automatic(order: CompactionOrder, signal: AbortSignal): Promise<void> {
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

  async #compact(order: CompactionOrder, signal: AbortSignal): Promise<CompactionResult> {
    const result = await this.#parts.compact(order, AbortSignal.any([signal, this.#closing.signal]));
    this.#advice = "armed";
    return result;
  }

  #warn(stop: Stop): void {
    if (this.#policy.auto !== "auto") return;
    this.#parts.journal.emit({ type: "warning", message: `The conversation is not compacted by itself any more: ${WHY[stop]}` });
  }
}

/** What cannot be written ends the run, as with every fact. */
const unlessUnwritten = (error: unknown): void => {
  if (error instanceof LogWriteError) throw error;
};

const WHY: Readonly<Record<Stop, string>> = {
  no_effect:
    "what has to stay fills the window nearly by itself. Fewer tools, shorter instructions or a model with a larger window would help.",
  no_progress:
    "it was nearly too long again before the model had answered. It goes on once the model has. Or compact it by hand, or choose a model with a larger window.",
  failed: "the summary could not be made. It goes on as soon as one is made by hand.",
};
