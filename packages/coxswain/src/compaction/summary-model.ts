import { BadSummaryError } from "./errors.ts";
import { unlessAborted } from "../base/index.ts";
import { estimateRequestTokens, fits } from "../context/index.ts";
import { nextSummaryRequest, type SummaryJob, type SummaryAnswer } from "./summary-job.ts";
import { type Model, ModelError, type ModelInfo, addUsage, askText, NO_USAGE, type Usage } from "../model/index.ts";
import { assembleSummary } from "./accept-summary.ts";

interface SummaryAttempt<Result> {
  /** Returns the job for a model with this metadata. */
  readonly job: (model: ModelInfo) => SummaryJob;
  readonly write: (model: Model) => Promise<Result>;
}

/**
 * Requests a summary from the small model if the input fits its window in one chunk. Otherwise, and on failure,
 * requests it from the main model.
 */
export const bySummaryModel = async <Result>(
  side: SideModels,
  { job, write }: SummaryAttempt<Result>,
  signal: AbortSignal,
): Promise<Result> => {
  const main = (): Promise<Model> => untilAborted(side.main(), signal);
  // A small model that is not available is not a failure.
  const small = await untilAborted(
    side.small().catch(() => undefined),
    signal,
  );
  if (small === undefined || !fitsOneRequest(job(small.info))) return write(await main());
  try {
    return await write(small);
  } catch (error) {
    if (signal.aborted || !isOfModel(error)) throw error;
    const other = await main();
    if (other.info.reference === small.info.reference) throw error;
    return write(other);
  }
};

const fitsOneRequest = (job: SummaryJob): boolean => {
  const request = nextSummaryRequest(job, []);
  if (request === undefined || job.parts.some(({ chunks }) => chunks.length > 1)) return false;
  return fits(estimateRequestTokens(request), job.model, request.maxOutputTokens);
};

/** Returns whether another model may succeed: an exhausted budget applies to all of them. */
const isOfModel = (error: unknown): boolean => error instanceof ModelError || error instanceof BadSummaryError;

/** Models for requests outside runs, such as summaries and titles. Each request resolves them again. */
export interface SideModels {
  /**
   * Resolves the main model.
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   */
  main(): Promise<Model>;
  /**
   * Resolves the small model: that of the setup, unless the run fell back to another model; otherwise the provider's,
   * if it is cheaper and available, or else `main`.
   * @throws {UnknownModelError} for the setup's model, or for `main`
   * @throws {MissingApiKeyError}
   */
  small(): Promise<Model>;
}

/**
 * Awaits a promise of external code until the signal aborts.
 * @throws {ModelError} with code `aborted`
 */
export const untilAborted = <Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  unlessAborted(promise, signal, () => new ModelError("aborted", "The summary was aborted."));

/** Summary with the usage of all its requests. */
export interface Summary {
  readonly summary: string;
  /** Reference of the model that wrote it. */
  readonly model: string;
  readonly usage: Usage;
  /** USD; absent when the price is unknown. */
  readonly cost?: number;
}

export interface SummaryWriter {
  readonly model: Model;
  /** Returns the job for a model with this metadata. */
  readonly job: (model: ModelInfo) => SummaryJob;
  readonly sessionId: string;
  /** Accumulates the usage of the requests. */
  readonly spent: Spent;
}

/** Usage of requests, including those of a failed attempt. */
export interface Spent {
  usage: Usage;
  cost: number | undefined;
}

export const noUsageYet = (): Spent => ({ usage: NO_USAGE, cost: undefined });

/**
 * Writes a summary with successive requests. If one exceeds the model's window, retries all of them once with chunks of
 * half the size.
 * @throws {ModelError}
 * @throws {BadSummaryError}
 */
export const writeSummary = async (writer: SummaryWriter, signal: AbortSignal): Promise<Summary> => {
  const { info } = writer.model;
  try {
    return await write(writer, info, signal);
  } catch (error) {
    if (!(error instanceof ModelError) || error.code !== "overflow") throw error;
    return write(writer, { ...info, contextWindow: Math.floor((info.contextWindow ?? UNKNOWN_WINDOW) / 2) }, signal);
  }
};

/** Assumed window of a model whose window is unknown; a retry uses half of it. */
const UNKNOWN_WINDOW = 32_000;

const write = async ({ model, job, sessionId, spent }: SummaryWriter, info: ModelInfo, signal: AbortSignal): Promise<Summary> => {
  const current = job(info);
  const answers: SummaryAnswer[] = [];
  for (let request = nextSummaryRequest(current, answers); request !== undefined; request = nextSummaryRequest(current, answers)) {
    const { text, stop, usage, cost } = await askText(model, { ...request, sessionId, signal });
    answers.push({ text, stop });
    spent.usage = addUsage(spent.usage, usage);
    if (cost !== undefined) spent.cost = (spent.cost ?? 0) + cost;
  }
  const { usage, cost } = spent;
  return { summary: assembleSummary(current, answers), model: info.reference, usage, ...(cost === undefined ? {} : { cost }) };
};
