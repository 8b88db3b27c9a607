import type { AgentRef, AgentRunEvent, EventOrigin, RunError } from "../loop/index.ts";
import { type AssistantMessage, toolCalls, type ToolCallPart, type ToolMessage, type Usage } from "../model/index.ts";
import type { Event } from "../journal/index.ts";
import { errorOf } from "./stream-callbacks.ts";

/** An event of a session, or of the run of a sub-agent. */
export type AnyAgentEvent = Event | (EventOrigin & AgentRunEvent);

/** What an agent tells, in whole parts: of a message that is complete, and never a piece of one. `agent` is who tells it. */
export type TreeEvent = { readonly agent: AgentRef } & (
  | { readonly type: "assistant_text"; readonly text: string }
  | { readonly type: "assistant_reasoning"; readonly text: string }
  | { readonly type: "tool_call"; readonly tool: string; readonly call: ToolCallPart }
  | { readonly type: "tool_complete"; readonly tool: string; readonly call: ToolCallPart; readonly result: ToolMessage }
  /** After all that the message holds. */
  | { readonly type: "assistant_turn_complete"; readonly turn: AssistantMessage; readonly usage: Usage }
  /** It ended its turn without calling a tool. */
  | { readonly type: "done_success"; readonly reply: AssistantMessage }
  /** It has stopped with this error. */
  | { readonly type: "error"; readonly error: RunError }
  | { readonly type: "canceled"; readonly error: RunError }
);

type Told = TreeEvent extends infer One ? (One extends TreeEvent ? Omit<One, "agent"> : never) : never;

/** What is told for an event of a run, in its order. */
export const treeEvents = (event: AnyAgentEvent): readonly TreeEvent[] => toldOf(event).map((told) => ({ ...told, agent: event.agent }));

const toldOf = (event: AnyAgentEvent): readonly Told[] => {
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

const partsOf = (turn: AssistantMessage): readonly Told[] => [
  ...turn.content.flatMap((part): readonly Told[] => {
    if (part.type === "tool_call") return [];
    return [{ type: part.type === "text" ? "assistant_text" : "assistant_reasoning", text: part.text }];
  }),
  ...toolCalls(turn).map((call): Told => ({ type: "tool_call", tool: call.name, call })),
  // What had arrived of a response that broke off is no turn.
  ...(turn.streamError === undefined ? [{ type: "assistant_turn_complete", turn, usage: turn.usage } as const] : []),
];
