import type { Outcome, RunError } from "../loop/index.ts";
import type { RunObserver } from "../session/index.ts";
import { type AgentToolCall, agentToolCall, type AgentToolResult, agentToolResult } from "./agent-message.ts";

/**
 * Who is told what while the agent works, each in the step in which it happens. What one of them throws, or rejects with, ends the
 * run as failed; from `onComplete` and `onError`, with which the run is over, it goes to the caller.
 */
export interface StreamCallbacks {
  /** A piece of the model's text. */
  readonly onTextDelta?: (text: string) => unknown;
  /**
   * The answer whose text was told is dropped: it broke off, and is asked for again if that helps, or it was cancelled. What comes
   * after this is of another answer.
   */
  readonly onDiscard?: () => unknown;
  /** The model has asked for a call, which has not started. */
  readonly onToolCall?: (call: AgentToolCall) => unknown;
  /** A call has its result, good or bad, which is in the history. */
  readonly onToolResult?: (result: AgentToolResult) => unknown;
  /** The model is done, and its last message is in the history. */
  readonly onComplete?: () => unknown;
  /** It ended otherwise: it failed, it was cancelled, or came to a limit. */
  readonly onError?: (error: RunError) => unknown;
}

/** Tells callbacks of the session of this id, and not of agents that work for it. */
export const observerOf =
  (sessionId: string, callbacks: StreamCallbacks): RunObserver =>
  (event) => {
    if (event.sessionId !== sessionId) return undefined;
    switch (event.type) {
      case "message_delta":
        return event.kind === "text" ? callbacks.onTextDelta?.(event.delta) : undefined;
      case "message_discard":
        return callbacks.onDiscard?.();
      case "tool_call":
        return callbacks.onToolCall?.(agentToolCall(event.call));
      case "tool_end":
        return callbacks.onToolResult?.(agentToolResult(event.result));
      default:
        return undefined;
    }
  };

/** Tells how it ended. */
export const tellEnd = async (outcome: Outcome, { onComplete, onError }: StreamCallbacks): Promise<void> => {
  if (outcome.kind === "done") await onComplete?.();
  else await onError?.(errorOf(outcome));
};

/** Why it did not come to its end. */
export const errorOf = (outcome: Exclude<Outcome, { kind: "done" }>): RunError => {
  switch (outcome.kind) {
    case "failed":
      return outcome.error;
    case "limit":
      return { code: "limit", message: outcome.limit.message };
    case "aborted":
      return { code: "aborted", message: outcome.reason ?? "The run was aborted." };
  }
};
