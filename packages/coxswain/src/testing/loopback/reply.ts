import { NO_USAGE, type ScriptedReply, type StopReason, type Usage } from "../../model/index.ts";
import type { Fault } from "./fault.ts";
import type { LoopbackRequest } from "./request.ts";

/**
 * One response of the scripted model, with wire-specific additions. A string is short for `{ text }`.
 *
 * `before` is awaited before the headers. `hold` is awaited after the content, before the end; with a fault in the
 * stream, before the fault strikes. `stop: "interrupted"` ends the body without an end of the response. `cost` is
 * reported where a wire has a field for it: OpenAI Chat's `usage.cost`, as OpenRouter does.
 */
export type LoopbackReply =
  | string
  | (Pick<ScriptedReply, "reasoning" | "text" | "calls" | "stop" | "usage" | "cost" | "before" | "hold"> & { readonly fault?: Fault });

/** The server's replies in order, or a function of the request and its number, from 0. */
export type LoopbackScript =
  | readonly LoopbackReply[]
  | ((request: LoopbackRequest, turn: number) => LoopbackReply | Promise<LoopbackReply>);

/** A reply with all defaults filled in. */
export interface WireReply {
  readonly reasoning: string | undefined;
  readonly text: string | undefined;
  readonly calls: readonly WireCall[];
  readonly stop: StopReason;
  readonly usage: Usage;
  readonly cost: number | undefined;
}

export interface WireCall {
  readonly id: string;
  readonly name: string;
  /** The arguments as a string. */
  readonly input: string;
}

export const wireReply = (reply: Exclude<LoopbackReply, string>, nextCallId: () => string): WireReply => {
  const calls = (reply.calls ?? []).map(({ id, name, input }) => ({
    id: id ?? nextCallId(),
    name,
    input: typeof input === "string" ? input : JSON.stringify(input),
  }));
  return {
    reasoning: reply.reasoning,
    text: reply.text,
    calls,
    stop: reply.stop ?? (calls.length > 0 ? "tool_calls" : "stop"),
    usage: { ...NO_USAGE, ...reply.usage },
    cost: reply.cost,
  };
};
