import type { Event } from "../journal/index.ts";
import type { Runtime } from "../runtime/index.ts";
import { type AgentToolCall, agentToolCall, type AgentToolResult, agentToolResult } from "./agent-message.ts";
import { errorOf, type RunFailure } from "./stream-callbacks.ts";

interface OfMessage {
  readonly sessionId: string;
  /** The assistant message of the event; empty if the run ended before there was one. */
  readonly messageId: string;
}

export type AgentTopicEvent = OfMessage &
  (
    | { readonly type: "text_delta"; readonly text: string }
    /** The message and all its text are discarded: it broke off, or was cancelled. */
    | { readonly type: "discarded" }
    | { readonly type: "tool_call"; readonly call: AgentToolCall }
    | { readonly type: "tool_result"; readonly result: AgentToolResult }
    | { readonly type: "complete" }
    | { readonly type: "error"; readonly error: RunFailure }
  );

export type ToolTopicEvent = OfMessage &
  (
    | { readonly type: "tool_started"; readonly call: AgentToolCall }
    | { readonly type: "tool_completed"; readonly result: AgentToolResult }
    | { readonly type: "tool_failed"; readonly result: AgentToolResult }
  );

/** Events of a runtime, by topic. Each stream starts at the call and ends with the runtime. */
export interface Topics {
  /** Messages of agents, and the ends of their runs. */
  agent(): AsyncIterable<AgentTopicEvent>;
  /** Tool calls. A call that never started counts as failed. */
  tool(): AsyncIterable<ToolTopicEvent>;
}

const AGENT_EVENTS = ["message_start", "message_delta", "message_discard", "tool_call", "tool_end", "run_end"] as const;

/** Returns the topics of all sessions of a runtime. A slow reader delays neither other readers nor the sessions. */
export const topicsOf = (runtime: Runtime): Topics => ({
  agent: () => picked(runtime.events({ types: AGENT_EVENTS }), agentTopic()),
  tool: () => picked(runtime.events({ types: ["tool_start", "tool_end"] }), toolTopic),
});

async function* picked<Told extends Event, Picked>(
  events: AsyncIterable<Told>,
  pick: (event: Told) => Picked | undefined,
): AsyncGenerator<Picked, void, undefined> {
  for await (const event of events) {
    const one = pick(event);
    if (one !== undefined) yield one;
  }
}

const agentTopic = (): ((event: Event) => AgentTopicEvent | undefined) => {
  /** Last message of each active run, by session id. */
  const last = new Map<string, string>();
  return (event) => {
    const { sessionId } = event;
    switch (event.type) {
      case "message_start":
        if (event.role === "assistant") last.set(sessionId, event.messageId);
        return undefined;
      case "message_delta":
        return event.kind === "text" ? { type: "text_delta", sessionId, messageId: event.messageId, text: event.delta } : undefined;
      case "message_discard":
        return { type: "discarded", sessionId, messageId: event.messageId };
      case "tool_call":
        return { type: "tool_call", sessionId, messageId: event.messageId, call: agentToolCall(event.call) };
      case "tool_end":
        return { type: "tool_result", sessionId, messageId: event.messageId, result: agentToolResult(event.result) };
      case "run_end": {
        const messageId = last.get(sessionId) ?? "";
        last.delete(sessionId);
        const { outcome } = event;
        if (outcome.kind === "done") return { type: "complete", sessionId, messageId };
        return { type: "error", sessionId, messageId, error: errorOf(outcome) };
      }
      default:
        return undefined;
    }
  };
};

const toolTopic = (event: Extract<Event, { readonly type: "tool_start" | "tool_end" }>): ToolTopicEvent => {
  const { sessionId, messageId } = event;
  if (event.type === "tool_start") return { type: "tool_started", sessionId, messageId, call: agentToolCall(event.call) };
  const result = agentToolResult(event.result);
  return { type: result.isError ? "tool_failed" : "tool_completed", sessionId, messageId, result };
};
