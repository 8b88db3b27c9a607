import { BadSummaryError } from "./errors.ts";
import { estimateRequestTokens, fits } from "../context/index.ts";
import { nextSummaryRequest, type SummaryJob } from "./summary-job.ts";
import { type Model, ModelError, type ModelInfo } from "../model/index.ts";

interface SummaryWriting<Summary> {
  /** What has to be asked of a model that is known like this. */
  readonly job: (model: ModelInfo) => SummaryJob;
  readonly write: (model: Model) => Promise<Summary>;
}

/** Has a summary written: by the small model where the whole fits its window in one piece; else, and where it fails, by the one that answers. */
export const bySummaryModel = async <Summary>(
  side: SideModels,
  { job, write }: SummaryWriting<Summary>,
  signal: AbortSignal,
): Promise<Summary> => {
  const main = (): Promise<Model> => untilAborted(side.main(), signal);
  // A small one that cannot be asked is no reason to fail.
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

/** Whether another model may do better: a budget that is used up is so for all. */
const isOfModel = (error: unknown): boolean => error instanceof ModelError || error instanceof BadSummaryError;

/** The models that a session asks beside its runs, as for a summary or a title. Each is looked up anew when it is asked for. */
export interface SideModels {
  /**
   * The one that answers.
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   */
  main(): Promise<Model>;
  /**
   * The small one: of the setup, unless the run fell back to another model than the session's; else the provider's where it is
   * cheaper and can be asked, else `main`.
   * @throws {UnknownModelError} of the setup's, or of `main`
   * @throws {MissingApiKeyError}
   */
  small(): Promise<Model>;
}

/** What somebody else's code comes to; once the signal aborts, that is not waited for. @throws {ModelError} of code `aborted` */
export const untilAborted = <Value>(coming: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(new ModelError("aborted", "The summary was aborted."));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    coming.finally(() => signal.removeEventListener("abort", abort)).then(resolve, reject);
  });
