import { CoxswainError } from "../base/index.ts";
import type { Limit } from "../loop/index.ts";
import { costOf, type Model, streamOf, type StreamPart, usageFrom } from "../model/index.ts";
import { estimateRequestTokens } from "../context/index.ts";
import type { Charged, Expected } from "./charge.ts";

/** A request beside the turns of a run, as for a summary, is not made: a budget is used up. */
export class BudgetReachedError extends CoxswainError {
  override readonly name = "BudgetReachedError";
  readonly code = "budget_reached";
  readonly limit: Limit;

  constructor(limit: Limit) {
    super(limit.message);
    this.limit = limit;
  }
}

/**
 * A model whose every request has room kept for it first, and is counted. A request that there is no room for throws a
 * BudgetReachedError.
 */
export const accounted = (model: Model, reserve: (expected: Expected, signal: AbortSignal) => Promise<Charged>): Model => ({
  info: model.info,
  async *stream(request) {
    const { signal, maxOutputTokens: outputTokens } = request;
    const charged = await reserve({ info: model.info, inputTokens: () => estimateRequestTokens(request), outputTokens }, signal);
    if (charged.kind === "limit") throw new BudgetReachedError(charged.limit);
    try {
      for await (const part of streamOf(model, request)) {
        if (part.type === "finish") charged.settle(told(part, model));
        yield part;
      }
    } finally {
      charged.settle();
    }
  },
});

const told = ({ usage: reported, cost: price }: Extract<StreamPart, { type: "finish" }>, { info }: Model) => {
  const usage = usageFrom(reported);
  const cost = price ?? costOf(usage, info.price);
  return { usage, ...(cost === undefined ? {} : { cost }) };
};
