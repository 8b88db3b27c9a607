import { CoxswainError } from "../base/index.ts";
import type { Limit } from "../loop/index.ts";
import {
  type AssistantMessage,
  costOf,
  type Model,
  type ModelInfo,
  type ModelRequest,
  NO_USAGE,
  streamOf,
  type StreamPart,
  usageFrom,
} from "../model/index.ts";
import { estimateRequestTokens } from "../context/index.ts";
import type { Charged, Expected } from "./charge.ts";

/** A request outside of a run's turns, as for a summary, was not sent: a budget is exhausted. */
export class BudgetReachedError extends CoxswainError {
  override readonly name = "BudgetReachedError";
  readonly code = "budget_reached";
  readonly limit: Limit;

  constructor(limit: Limit) {
    super(limit.message);
    this.limit = limit;
  }
}

/** Wraps a model: each request reserves its budget first and is charged after. Throws BudgetReachedError if the budget is exhausted. */
export const accountedModel = (model: Model, reserve: (expected: Expected, signal: AbortSignal) => Promise<Charged>): Model => ({
  info: model.info,
  async *stream(request) {
    const { signal, maxOutputTokens: outputTokens } = request;
    const charged = await reserve({ info: model.info, inputTokens: () => estimateRequestTokens(request), outputTokens }, signal);
    if (charged.kind === "limit") throw new BudgetReachedError(charged.limit);
    try {
      for await (const part of streamOf(model, request)) {
        if (part.type === "finish") charged.settle(usageOfFinish(part, model.info));
        yield part;
      }
    } finally {
      charged.settle();
    }
  },
});

/** Returns the usage of a response, and its cost: the one that the provider reports, else by the model's price. */
export const usageOfFinish = ({ usage: reported, cost: price }: Extract<StreamPart, { type: "finish" }>, info: ModelInfo): RequestUsage => {
  const usage = usageFrom(reported);
  const cost = price ?? costOf(usage, info.price);
  return { usage, ...(cost === undefined ? {} : { cost }) };
};

export type RequestUsage = Pick<AssistantMessage, "usage" | "cost">;

/**
 * Wraps a model for requests that are cancelled at their first part, before the provider reports usage. The provider charges their
 * input anyway: `onUsage` receives an estimate for each request that was accepted.
 */
export const probedModel = (model: Model, onUsage: (usage: RequestUsage) => void): Model => ({
  info: model.info,
  async *stream(request) {
    let isAccepted = false;
    try {
      for await (const part of streamOf(model, request)) {
        isAccepted = true;
        yield part;
      }
    } finally {
      if (isAccepted) onUsage(inputOf(request, model));
    }
  },
});

const inputOf = (request: ModelRequest, { info }: Model): RequestUsage => {
  const usage = { ...NO_USAGE, input: estimateRequestTokens(request) };
  const cost = costOf(usage, info.price);
  return { usage, ...(cost === undefined ? {} : { cost }) };
};
