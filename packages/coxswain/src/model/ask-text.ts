import { costOf } from "./cost.ts";
import type { Model, ModelRequest } from "./model.ts";
import { ModelError } from "./errors.ts";
import type { StopReason } from "./message.ts";
import { streamOf } from "./stream-of.ts";
import type { Usage } from "./usage.ts";

/** Text output that a model generated for the session itself, with its usage. */
export interface AskedText {
  readonly text: string;
  readonly stop: StopReason;
  readonly usage: Usage;
  /** USD; absent when the model has no known price. */
  readonly cost?: number;
}

/**
 * Requests text output. The model must honor the signal, as a `retrying` model does: all of its work ends before the
 * promise settles.
 * @throws {ModelError}
 */
export const askText = async (model: Model, request: ModelRequest): Promise<AskedText> => {
  const { signal } = request;
  let text = "";
  let finish: Pick<AskedText, "stop" | "usage" | "cost"> | undefined;
  for await (const part of streamOf(model, { ...request, textOnly: true })) {
    if (part.type === "text_delta") text += part.delta;
    else if (part.type === "finish") finish = part;
  }
  if (signal.aborted) throw new ModelError("aborted", "The request was aborted.");
  if (finish === undefined) throw new ModelError("transient", "The model's response was truncated.");
  if (finish.stop === "refusal") throw new ModelError("refused", "The model's provider refused to answer this.");
  const { stop, usage, cost = costOf(usage, model.info.price) } = finish;
  return { text, stop, usage, ...(cost === undefined ? {} : { cost }) };
};
