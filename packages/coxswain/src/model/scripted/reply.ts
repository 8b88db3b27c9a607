import type { ModelError } from "../errors.ts";
import type { StopReason } from "../message.ts";
import type { StreamPart } from "../model.ts";
import { NO_USAGE, type Usage } from "../usage.ts";

/** One response of a scripted model. A string stands for `{ text }`. */
export type Reply = string | ScriptedReply;

export interface ScriptedReply {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** Default: `tool_calls` if there are calls, otherwise `stop`. */
  readonly stop?: StopReason;
  readonly usage?: Partial<Usage>;
  /** USD, as if the provider had reported a price. */
  readonly cost?: number;
  /** Awaited before the first part. */
  readonly before?: Promise<unknown>;
  /** Awaited after the last part of the content, before the end. */
  readonly hold?: Promise<unknown>;
  /** Thrown instead of the end. */
  readonly error?: ModelError;
  /** Ends the stream without a `finish`, as a cut connection does. */
  readonly cut?: boolean;
  /** Parts that are sent unchanged before all others. */
  readonly raw?: readonly StreamPart[];
}

export interface ScriptedCall {
  /** Default: `call_N`, counted per model. */
  readonly id?: string;
  readonly name: string;
  /** A JSON value; a string is used as the unparsed arguments. */
  readonly input: unknown;
}

/** Yields the content of a reply in the order of providers: reasoning, text, calls. */
export function* contentParts(reply: ScriptedReply, options: { chunk: number; nextId: () => string }): Generator<StreamPart> {
  yield* reply.raw ?? [];
  if (reply.reasoning !== undefined) {
    yield { type: "reasoning_start", id: "r" };
    for (const delta of chunks(reply.reasoning, options.chunk)) yield { type: "reasoning_delta", id: "r", delta };
    yield { type: "reasoning_end", id: "r" };
  }
  if (reply.text !== undefined) {
    yield { type: "text_start", id: "t" };
    for (const delta of chunks(reply.text, options.chunk)) yield { type: "text_delta", id: "t", delta };
    yield { type: "text_end", id: "t" };
  }
  for (const call of reply.calls ?? []) {
    const id = call.id ?? options.nextId();
    const input = typeof call.input === "string" ? call.input : JSON.stringify(call.input);
    yield { type: "tool_input_start", id, name: call.name };
    yield { type: "tool_input_delta", id, delta: input };
    yield { type: "tool_call", id, name: call.name, input };
  }
}

export const finishPart = (reply: ScriptedReply): StreamPart => ({
  type: "finish",
  stop: reply.stop ?? ((reply.calls?.length ?? 0) > 0 ? "tool_calls" : "stop"),
  usage: { ...NO_USAGE, ...reply.usage },
  ...(reply.cost === undefined ? {} : { cost: reply.cost }),
});

function* chunks(text: string, size: number): Generator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}
