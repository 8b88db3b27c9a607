import type { CompactionEntry } from "../context/index.ts";
import type { PermissionRequest } from "../loop/index.ts";
import type { AssistantMessage, ToolCallPart, ToolMessage, UserMessage } from "../model/index.ts";
import type { Event } from "../journal/index.ts";
import { errorOf, type RunFailure } from "./stream-callbacks.ts";

/** Session event on a bus. */
export type BusEvent = { readonly sessionId: string; readonly at: Date } & (
  | { readonly type: "message_appended"; readonly messageId: string; readonly message: UserMessage | AssistantMessage | ToolMessage }
  | { readonly type: "assistant_text_delta"; readonly messageId: string; readonly text: string }
  | { readonly type: "assistant_thinking_delta"; readonly messageId: string; readonly text: string }
  /** The message broke off or was cancelled. It is never appended; discard its deltas. */
  | { readonly type: "assistant_message_discarded"; readonly messageId: string }
  /** Emitted after each response. USD; 0 if the price is unknown. */
  | { readonly type: "cost_updated"; readonly costUsd: number; readonly sessionUsd: number }
  /** Emitted after each response. `pctUsed` is 0 to 1, and 0 for an unknown window. */
  | { readonly type: "context_usage_updated"; readonly usedTokens: number; readonly windowTokens?: number; readonly pctUsed: number }
  | { readonly type: "tool_call_requested"; readonly call: ToolCallPart }
  | { readonly type: "tool_progress"; readonly callId: string; readonly text: string }
  | { readonly type: "tool_call_completed"; readonly call: ToolCallPart; readonly result: ToolMessage }
  /** Question, which `answerQuestion` answers by `questionId`. */
  | {
      readonly type: "permission_asked";
      readonly questionId: string;
      readonly callId: string;
      readonly tool: string;
      readonly requests: readonly PermissionRequest[];
      /** Rules that an answer may save. */
      readonly offers: readonly string[];
    }
  | { readonly type: "permission_replied"; readonly questionId: string; readonly callId: string; readonly allowed: boolean }
  | { readonly type: "iteration_limit_reached"; readonly message: string }
  | { readonly type: "turn_completed"; readonly reply: AssistantMessage }
  /** Number of queued messages. */
  | { readonly type: "queue_changed"; readonly depth: number }
  | { readonly type: "compaction_requested"; readonly source: "threshold"; readonly percent: number }
  | { readonly type: "compaction_started" }
  | { readonly type: "compaction_completed"; readonly marker: CompactionEntry }
  | { readonly type: "compaction_failed"; readonly error: RunFailure }
);

type Emitted = BusEvent extends infer One ? (One extends BusEvent ? Omit<One, "sessionId" | "at"> : never) : never;

/** Source event of each bus event. */
export const SOURCE_EVENTS: Readonly<Record<BusEvent["type"], Event["type"]>> = {
  message_appended: "message_end",
  assistant_text_delta: "message_delta",
  assistant_thinking_delta: "message_delta",
  assistant_message_discarded: "message_discard",
  cost_updated: "cost",
  context_usage_updated: "context_usage",
  tool_call_requested: "tool_call",
  tool_progress: "tool_progress",
  tool_call_completed: "tool_end",
  permission_asked: "permission_ask",
  permission_replied: "permission_reply",
  iteration_limit_reached: "run_end",
  turn_completed: "run_end",
  queue_changed: "queue_change",
  compaction_requested: "compaction_request",
  compaction_started: "compaction_start",
  compaction_completed: "compaction_end",
  compaction_failed: "compaction_end",
};

/** Converts an event to a bus event; undefined: none. */
export const busEvent = (event: Event): BusEvent | undefined => {
  const emitted = emittedFor(event);
  return emitted === undefined ? undefined : { ...emitted, sessionId: event.sessionId, at: new Date(event.at) };
};

const emittedFor = (event: Event): Emitted | undefined => {
  switch (event.type) {
    case "message_end":
      return { type: "message_appended", messageId: event.messageId, message: event.message };
    case "message_delta":
      return event.kind === "tool_input" ? undefined : { type: DELTAS[event.kind], messageId: event.messageId, text: event.delta };
    case "message_discard":
      return { type: "assistant_message_discarded", messageId: event.messageId };
    case "cost":
      return { type: "cost_updated", costUsd: event.cost ?? 0, sessionUsd: event.session };
    case "context_usage": {
      const { used, window, fraction } = event;
      return {
        type: "context_usage_updated",
        usedTokens: used,
        ...(window === undefined ? {} : { windowTokens: window }),
        pctUsed: fraction,
      };
    }
    case "tool_call":
      return { type: "tool_call_requested", call: event.call };
    case "tool_progress":
      return { type: "tool_progress", callId: event.callId, text: event.text };
    case "tool_end":
      return { type: "tool_call_completed", call: event.call, result: event.result };
    case "permission_ask": {
      const { id, callId, tool, requests, offers } = event;
      return { type: "permission_asked", questionId: id, callId, tool, requests, offers };
    }
    case "permission_reply":
      return { type: "permission_replied", questionId: event.id, callId: event.callId, allowed: event.allowed };
    case "queue_change":
      return { type: "queue_changed", depth: event.steering + event.followUps + event.prompts };
    case "compaction_request":
      return { type: "compaction_requested", source: event.source, percent: event.percent };
    case "compaction_start":
      return { type: "compaction_started" };
    case "compaction_end":
      if ("entry" in event) return { type: "compaction_completed", marker: event.entry };
      return { type: "compaction_failed", error: "error" in event ? event.error : errorOf({ kind: "aborted" }) };
    case "run_end":
      return endOf(event);
    default:
      return undefined;
  }
};

const endOf = ({ outcome }: Extract<Event, { readonly type: "run_end" }>): Emitted | undefined => {
  if (outcome.kind === "done") return { type: "turn_completed", reply: outcome.reply };
  const isCapped = outcome.kind === "limit" && outcome.limit.name === "turns";
  return isCapped ? { type: "iteration_limit_reached", message: outcome.limit.message } : undefined;
};

const DELTAS = { text: "assistant_text_delta", reasoning: "assistant_thinking_delta" } as const;
