import { nextSummaryRequest, type SummaryAnswer, type SummaryJob } from "./summary-job.ts";
import { takeSummary } from "./accept-summary.ts";
import { addUsage, askText, type Model, ModelError, type ModelInfo, NO_USAGE, type Usage } from "../model/index.ts";

/** A summary, and what all requests for it took. */
export interface Summary {
  readonly summary: string;
  /** Reference of the model that wrote it. */
  readonly model: string;
  readonly usage: Usage;
  /** USD; absent when the model has no known price. */
  readonly cost?: number;
}

export interface Summariser {
  readonly model: Model;
  /** What has to be asked of a model that is known like this. */
  readonly job: (model: ModelInfo) => SummaryJob;
  readonly sessionId: string;
  /** Grows by what this takes. */
  readonly spent: Spent;
}

/** What requests took, those of a try that failed too. */
export interface Spent {
  usage: Usage;
  cost: number | undefined;
}

export const nothingSpent = (): Spent => ({ usage: NO_USAGE, cost: undefined });

/**
 * Has a summary written, by one request after the other. Where one is longer than the model takes, all of them are made
 * once more from pieces half as large, and then no more.
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

/** Of a model whose window is not known, for half of it. */
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
