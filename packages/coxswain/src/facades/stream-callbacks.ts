import type { Outcome, RunError } from "../loop/index.ts";
import type { RunObserver } from "../session/index.ts";
import { type AgentToolCall, agentToolCall, type AgentToolResult, agentToolResult } from "./agent-message.ts";

/** The end of a run that did not complete. `limit`: a limit was reached. */
export interface RunFailure extends Omit<RunError, "code"> {
  readonly code: RunError["code"] | "limit";
}

/**
 * Callbacks during a run, each called in the step of its event. An exception or rejection fails the run; from
 * `onComplete` and `onError`, which follow the run, it reaches the caller.
 */
export interface StreamCallbacks {
  /** Part of the model's text. */
  readonly onTextDelta?: (text: string) => unknown;
  /**
   * The answer so far broke off or was cancelled, and is discarded; it is retried if that may help. Later text belongs
   * to another answer.
   */
  readonly onDiscard?: () => unknown;
  /** The model requested a call, which has not started. */
  readonly onToolCall?: (call: AgentToolCall) => unknown;
  /** A call has its result, successful or not, in the history. */
  readonly onToolResult?: (result: AgentToolResult) => unknown;
  /** The model is done, and its last message is in the history. */
  readonly onComplete?: () => unknown;
  /** The run failed, was cancelled, or reached a limit. */
  readonly onError?: (error: RunFailure) => unknown;
}

/** Returns an observer that calls the callbacks for the session with this id, but not for its agents. */
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

/** Reports the outcome to the callbacks. */
export const reportEnd = async (outcome: Outcome, { onComplete, onError }: StreamCallbacks): Promise<void> => {
  if (outcome.kind === "done") await onComplete?.();
  else await onError?.(errorOf(outcome));
};

/** Returns the error of a run that did not complete. */
export const errorOf = (outcome: Exclude<Outcome, { kind: "done" }>): RunFailure => {
  switch (outcome.kind) {
    case "failed":
      return outcome.error;
    case "limit":
      return { code: "limit", message: outcome.limit.message };
    case "aborted":
      return { code: "aborted", message: outcome.reason ?? "The run was aborted." };
  }
};
