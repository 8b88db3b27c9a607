import { BadSummaryError } from "./errors.ts";
import { unlessAborted } from "../base/index.ts";
import { estimateRequestTokens, fits } from "../context/index.ts";
import { nextSummaryRequest, type SummaryJob } from "./summary-job.ts";
import { type Model, ModelError, type ModelInfo } from "../model/index.ts";

interface SummaryWriting<Summary> {
  /** Returns the job for a model with this metadata. */
  readonly job: (model: ModelInfo) => SummaryJob;
  readonly write: (model: Model) => Promise<Summary>;
}

/**
 * Requests a summary from the small model if the input fits its window in one chunk. Otherwise, and on failure,
 * requests it from the main model.
 */
export const bySummaryModel = async <Summary>(
  side: SideModels,
  { job, write }: SummaryWriting<Summary>,
  signal: AbortSignal,
): Promise<Summary> => {
  const main = (): Promise<Model> => untilAborted(side.main(), signal);
  // A small model that is not available is not a failure.
  const small = await untilAborted(
    side.small().catch(() => undefined),
    signal,
  );
  if (small === undefined || !takesAtOnce(job(small.info))) return write(await main());
  try {
    return await write(small);
  } catch (error) {
    if (signal.aborted || !isOfModel(error)) throw error;
    const other = await main();
    if (other.info.reference === small.info.reference) throw error;
    return write(other);
  }
};

const takesAtOnce = (job: SummaryJob): boolean => {
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
