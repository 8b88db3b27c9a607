import { nextSummaryRequest, type SummaryAnswer, type SummaryJob } from "./summary-job.ts";
import { takeSummary } from "./accept-summary.ts";
import { addUsage, askText, type Model, ModelError, type ModelInfo, NO_USAGE, type Usage } from "../model/index.ts";

/** Summary with the usage of all its requests. */
export interface Summary {
  readonly summary: string;
  /** Reference of the model that wrote it. */
  readonly model: string;
  readonly usage: Usage;
  /** USD; absent when the price is unknown. */
  readonly cost?: number;
}

export interface Summariser {
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

export const nothingSpent = (): Spent => ({ usage: NO_USAGE, cost: undefined });

/**
 * Writes a summary with successive requests. If one exceeds the model's window, retries all of them once with chunks of
 * half the size.
 * @throws {ModelError}
 * @throws {BadSummaryError}
 */
export const summarise = async (summariser: Summariser, signal: AbortSignal): Promise<Summary> => {
  const { info } = summariser.model;
  try {
    return await written(summariser, info, signal);
  } catch (error) {
    if (!(error instanceof ModelError) || error.code !== "overflow") throw error;
    return written(summariser, { ...info, contextWindow: Math.floor((info.contextWindow ?? UNKNOWN_WINDOW) / 2) }, signal);
  }
};

/** Assumed window of a model whose window is unknown; a retry uses half of it. */
const UNKNOWN_WINDOW = 32_000;

const written = async ({ model, job, sessionId, spent }: Summariser, info: ModelInfo, signal: AbortSignal): Promise<Summary> => {
  const asked = job(info);
  const answers: SummaryAnswer[] = [];
  for (let request = nextSummaryRequest(asked, answers); request !== undefined; request = nextSummaryRequest(asked, answers)) {
    const { text, stop, usage, cost } = await askText(model, { ...request, sessionId, signal });
    answers.push({ text, stop });
    spent.usage = addUsage(spent.usage, usage);
    if (cost !== undefined) spent.cost = (spent.cost ?? 0) + cost;
  }
  const { usage, cost } = spent;
  return { summary: takeSummary(asked, answers), model: info.reference, usage, ...(cost === undefined ? {} : { cost }) };
};
