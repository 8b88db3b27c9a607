import type { AgentRef, AgentRunEvent, EventOrigin } from "../loop/index.ts";
import { type AssistantMessage, toolCalls, type ToolCallPart, type ToolMessage, type Usage } from "../model/index.ts";
import type { Event } from "../journal/index.ts";
import { errorOf, type RunFailure } from "./stream-callbacks.ts";

/** Event of a session, or of a sub-agent's run. */
export type AnyAgentEvent = Event | (EventOrigin & AgentRunEvent);

/** Event of an agent about complete messages, never parts of one. `agent` is the agent that emits it. */
export type TreeEvent = { readonly agent: AgentRef } & (
  | { readonly type: "assistant_text"; readonly text: string }
  | { readonly type: "assistant_reasoning"; readonly text: string }
  | { readonly type: "tool_call"; readonly tool: string; readonly call: ToolCallPart }
  | { readonly type: "tool_complete"; readonly tool: string; readonly call: ToolCallPart; readonly result: ToolMessage }
  /** Emitted after the events of all parts of the message. */
  | { readonly type: "assistant_turn_complete"; readonly turn: AssistantMessage; readonly usage: Usage }
  /** The agent ended its turn without a tool call. */
  | { readonly type: "done_success"; readonly reply: AssistantMessage }
  /** The agent stopped with this error. */
  | { readonly type: "error"; readonly error: RunFailure }
  | { readonly type: "canceled"; readonly error: RunFailure }
);

type Emitted = TreeEvent extends infer One ? (One extends TreeEvent ? Omit<One, "agent"> : never) : never;

/** Converts an event of a run, in order. */
export const treeEvents = (event: AnyAgentEvent): readonly TreeEvent[] =>
  emittedFor(event).map((emitted) => ({ ...emitted, agent: event.agent }));

const emittedFor = (event: AnyAgentEvent): readonly Emitted[] => {
  switch (event.type) {
    case "message_end":
      return event.message.role === "assistant" ? partsOf(event.message) : [];
    case "tool_end":
      return [{ type: "tool_complete", tool: event.call.name, call: event.call, result: event.result }];
    case "run_end": {
      const { outcome } = event;
      if (outcome.kind === "done") return [{ type: "done_success", reply: outcome.reply }];
      return [{ type: outcome.kind === "aborted" ? "canceled" : "error", error: errorOf(outcome) }];
    }
    default:
      return [];
  }
};

const partsOf = (turn: AssistantMessage): readonly Emitted[] => [
  ...turn.content.flatMap((part): readonly Emitted[] => {
    if (part.type === "tool_call" || part.type === "provider") return [];
    return [{ type: part.type === "text" ? "assistant_text" : "assistant_reasoning", text: part.text }];
  }),
  ...toolCalls(turn).map((call): Emitted => ({ type: "tool_call", tool: call.name, call })),
  // A partial response that broke off is not a turn.
  ...(turn.streamError === undefined ? [{ type: "assistant_turn_complete", turn, usage: turn.usage } as const] : []),
];
