import { type Model, ModelError, type ModelInfo, type StreamPart } from "../../model/index.ts";

/**
 * A model whose responses to requests that were longer than its window fail as overflow, where its provider just answers:
 * of what it cut off nobody is told. `heeded` says whether anything would be done about it; if not, the answer is taken.
 */
export const withoutSilentOverflow = (model: Model, heeded: () => boolean): Model => ({
  info: model.info,
  async *stream(request) {
    for await (const part of model.stream(request)) {
      if (part.type === "finish" && overflows(part, model.info) && heeded()) {
        throw new ModelError("overflow", `The request was longer than ${model.info.name} takes, and was cut by its provider.`);
      }
      yield part;
    }
  },
});

const overflows = ({ usage, stop }: Extract<StreamPart, { type: "finish" }>, { contextWindow = 0 }: ModelInfo): boolean => {
  if (contextWindow <= 0) return false;
  const input = usage.input + usage.cacheRead + usage.cacheWrite;
  // Of an answer that was cut off because the window was full, too little is there.
  return input > contextWindow || (stop === "length" && input + usage.output >= contextWindow);
};
