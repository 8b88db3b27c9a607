import { type AssistantMessage, costOf, type Model, type ModelRequest, NO_USAGE, streamOf } from "../model/index.ts";
import { estimateRequestTokens } from "../context/index.ts";

/** What a request took. */
export type Took = Pick<AssistantMessage, "usage" | "cost">;

/**
 * A model for requests that are left at their first part, before any provider tells what they took: to take a request in has
 * its price though nobody reads the answer. It is told by estimate, for each that was taken.
 */
export const probed = (model: Model, took: (spent: Took) => void): Model => ({
  info: model.info,
  async *stream(request) {
    let taken = false;
    try {
      for await (const part of streamOf(model, request)) {
        taken = true;
        yield part;
      }
    } finally {
      if (taken) took(inputOf(request, model));
    }
  },
});

const inputOf = (request: ModelRequest, { info }: Model): Took => {
  const usage = { ...NO_USAGE, input: estimateRequestTokens(request) };
  const cost = costOf(usage, info.price);
  return { usage, ...(cost === undefined ? {} : { cost }) };
};
