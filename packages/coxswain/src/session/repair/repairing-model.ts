import { type Model, ModelError, type ModelRequest, type StreamPart, appendNote } from "../../model/index.ts";
import { classifyRefusal } from "./classify-refusal.ts";
import { answerTo, repair } from "./repair.ts";
import type { RepairableHistory } from "./repairable-history.ts";

/**
 * Wraps a model: if the provider refuses the history, it finds the refused item, omits it from then on, and retries once. The
 * failed attempt yields no parts. Throws the model's error if the refusal has another cause, or comes again.
 */
export const repairingModel = (model: Model, history: RepairableHistory): Model => ({
  info: model.info,
  stream: (request) => ({ [Symbol.asyncIterator]: () => new RepairingStream(model, request, history) }),
});

class RepairingStream implements AsyncIterator<StreamPart> {
  readonly #model: Model;
  readonly #request: ModelRequest;
  readonly #history: RepairableHistory;
  #answer: AsyncIterator<StreamPart>;
  #asked = false;

  constructor(model: Model, request: ModelRequest, history: RepairableHistory) {
    this.#model = model;
    this.#request = request;
    this.#history = history;
    this.#answer = answerTo(model, request);
  }

  next(): Promise<IteratorResult<StreamPart>> {
    if (this.#asked) return this.#answer.next();
    this.#asked = true;
    return this.#answer.next().catch((error: unknown) => this.#again(error));
  }

  async return(): Promise<IteratorResult<StreamPart>> {
    await this.#answer.return?.();
    return { done: true, value: undefined };
  }

  async #again(error: unknown): Promise<IteratorResult<StreamPart>> {
    const refusal = error instanceof ModelError ? classifyRefusal(error) : undefined;
    if (refusal === undefined) throw error;
    const done = await repair({ model: this.#model, request: this.#request, history: this.#history, error: error as ModelError, refusal });
    this.#answer = answerTo(this.#model, { ...this.#request, messages: [...this.#history.messages()] });
    return this.#answer.next().catch((again: unknown) => {
      throw again instanceof ModelError && classifyRefusal(again) !== undefined ? appendNote(again, `Before that, ${done}.`) : again;
    });
  }
}
