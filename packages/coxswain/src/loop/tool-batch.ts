import { type AssistantMessage, type ToolCallPart, toolCalls, type ToolEndReason, type ToolMessage } from "../model/index.ts";
import { errorResult } from "./error-result.ts";
import { messageDraft, type MessageEntry } from "./entries.ts";
import { groups } from "./groups.ts";
import type { Scope } from "./scope.ts";
import type { CallResult } from "./stop-condition.ts";
import { callTool } from "./tool-call.ts";

export interface Batch {
  readonly results: readonly CallResult[];
  /** A call was denied where that ends the run. */
  readonly denied: boolean;
}

interface Skip {
  readonly reason: ToolEndReason;
  readonly text: string;
}

/** Runs the calls of a whole response. Each gets exactly one result in the log, also those that do not run. */
export const runTools = async (scope: Scope, messageId: string, message: AssistantMessage): Promise<Batch> => {
  const { tools, journal } = scope.ports;
  const calls = toolCalls(message);
  for (const call of calls) journal.emit({ type: "tool_call", messageId, call });

  const results: CallResult[] = [];
  let denied: Skip | undefined;
  for (const group of groups(calls, tools, scope.options.toolExecution ?? "sequential")) {
    const skip = cutOff(message) ?? denied ?? interruption(scope);
    const running = group.map((call) => (skip === undefined ? callTool(scope, messageId, call) : undefined));
    for (const [at, call] of group.entries()) {
      const done = await running[at];
      const result = done?.result ?? errorResult(call, skip?.reason ?? "skipped", skip?.text ?? "");
      if (done?.stop === true) denied = { reason: "skipped", text: "Skipped: an earlier call of this response was denied." };
      await commit(scope, messageId, call, result, done?.effective === true);
      results.push({ call, result });
    }
  }
  return { results, denied: denied !== undefined && scope.options.onDeny === "stop" };
};

const cutOff = (message: AssistantMessage): Skip | undefined =>
  message.stop === "length"
    ? {
        reason: "invalid_input",
        text: "Not run: the response was cut off at the token limit, so the call may not be whole. Make smaller calls.",
      }
    : undefined;

const interruption = (scope: Scope): Skip | undefined => {
  if (scope.signal.aborted) return { reason: "cancelled", text: "Cancelled by the user before it started." };
  const skips = (scope.options.steerMode ?? "skip") === "skip" && scope.ports.inbox.hasSteering;
  return skips ? { reason: "skipped", text: "Skipped: the user steered the run." } : undefined;
};

const commit = async (scope: Scope, messageId: string, call: ToolCallPart, result: ToolMessage, effective: boolean): Promise<void> => {
  const { journal } = scope.ports;
  const entry = await journal.append<MessageEntry>(messageDraft(result, scope.runId));
  if (effective) await journal.sync();
  journal.emit({ type: "tool_end", messageId, call, result });
  journal.emit({ type: "message_end", messageId: entry.id, message: result });
};
