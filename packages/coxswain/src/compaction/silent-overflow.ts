import { type Model, ModelError, type ModelInfo, type ModelRequest, streamOf, type StreamPart } from "../model/index.ts";

/**
 * A model whose responses to requests that were longer than its window fail as overflow, where its provider just answers:
 * of what it cut off nobody is told. `heeded` says whether anything would be done about it; if not, the answer is taken.
 */
export const withoutSilentOverflow = (model: Model, heeded: () => boolean): Model => ({
  info: model.info,
  stream: (request) => ({ [Symbol.asyncIterator]: () => new WatchedAnswer(model, request, heeded) }),
});

/** No generator, which would make each part wait some ticks more: there are thousands, and the last alone is looked at. */
class WatchedAnswer implements AsyncIterator<StreamPart> {
  readonly #info: ModelInfo;
  readonly #answer: AsyncIterator<StreamPart>;
  readonly #heeded: () => boolean;

  constructor(model: Model, request: ModelRequest, heeded: () => boolean) {
    this.#info = model.info;
    this.#answer = streamOf(model, request)[Symbol.asyncIterator]();
    this.#heeded = heeded;
  }

  async next(): Promise<IteratorResult<StreamPart>> {
    const next = await this.#answer.next();
    if (next.done === true || next.value.type !== "finish" || !overflows(next.value, this.#info) || !this.#heeded()) return next;
    await this.return();
    throw new ModelError("overflow", `The request was longer than ${this.#info.name} takes, and was cut by its provider.`);
  }

  async return(): Promise<IteratorResult<StreamPart>> {
    await this.#answer.return?.();
    return { done: true, value: undefined };
  }
}

const overflows = ({ usage, stop }: Extract<StreamPart, { type: "finish" }>, { contextWindow = 0 }: ModelInfo): boolean => {
  if (contextWindow <= 0) return false;
  const input = usage.input + usage.cacheRead + usage.cacheWrite;
  // Of an answer that was cut off because the window was full, too little is there.
  return input > contextWindow || (stop === "length" && input + usage.output >= contextWindow);
};
