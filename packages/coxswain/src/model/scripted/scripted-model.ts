import { ModelError } from "../errors.ts";
import type { Model, ModelInfo, ModelRequest, StreamPart } from "../model.ts";
import { THINKING_LEVELS } from "../thinking.ts";
import { contentParts, finishPart, type Reply } from "./reply.ts";

/** Replies of a scripted model: in order, or a function of the request and its index, counted from 0. */
export type Script = readonly Reply[] | ((request: ModelRequest, turn: number) => Reply | Promise<Reply>);

export interface ScriptedModel extends Model {
  /** Received requests, in order. */
  readonly requests: readonly ModelRequest[];
}

export interface ScriptedModelOptions {
  readonly info?: Partial<ModelInfo>;
  /** Characters per text delta. Default: 16. */
  readonly chunk?: number;
}

/**
 * Creates a model that answers from a script: deterministic, without network or clock. After the last reply, it fails
 * with a ModelError with code `invalid`.
 */
export const scriptedModel = (script: Script, options: ScriptedModelOptions = {}): ScriptedModel => {
  const requests: ModelRequest[] = [];
  let calls = 0;
  const nextId = () => `call_${++calls}`;

  const reply = (request: ModelRequest, turn: number): Reply | Promise<Reply> => {
    if (typeof script === "function") return script(request, turn);
    const next = script[turn];
    if (next === undefined) throw new ModelError("invalid", `The script has ${script.length} replies; reply ${turn + 1} was requested.`);
    return next;
  };

  return {
    info: { ...SCRIPTED_INFO, ...options.info },
    requests,
    async *stream(request): AsyncGenerator<StreamPart> {
      const turn = requests.push(request) - 1;
      const answer = await reply(request, turn);
      const scripted = typeof answer === "string" ? { text: answer } : answer;
      await scripted.before;
      for (const part of contentParts(scripted, { chunk: options.chunk ?? 16, nextId })) {
        throwIfAborted(request.signal);
        yield part;
      }
      await scripted.hold;
      throwIfAborted(request.signal);
      if (scripted.error !== undefined) throw scripted.error;
      if (scripted.cut !== true) yield finishPart(scripted);
    },
  };
};

const SCRIPTED_INFO: ModelInfo = Object.freeze({
  reference: "scripted/scripted",
  provider: "scripted",
  id: "scripted",
  name: "Scripted",
  contextWindow: 200_000,
  maxOutput: 8192,
  vision: true,
  thinking: THINKING_LEVELS,
});

const throwIfAborted = (signal: AbortSignal): void => {
  if (signal.aborted) throw new ModelError("aborted", "The request was aborted.");
};
