import { INTERRUPTED, NOT_RUN, skipped } from "../../loop/index.ts";
import { type ToolCallPart, toolCalls, type ToolMessage } from "../../model/index.ts";
import type { ConversationMessage, Facts, Invariant } from "../invariant.ts";

/**
 * Gives each call exactly one result. Results directly follow the message with the calls, in the order of the calls.
 */
export const pairedCalls: Invariant = {
  name: "paired calls",
  enforce(messages, facts) {
    if (arePaired(messages)) return messages;
    const results = match(messages);
    const paired: ConversationMessage[] = [];
    for (const message of messages) {
      if (message.role === "tool") continue;
      paired.push(message);
      if (message.role === "assistant") for (const call of toolCalls(message)) paired.push(results.get(call) ?? missing(call, facts));
    }
    return paired;
  },
  mayFollow: (messages) => arePaired(messages),
  mayCut: (messages, at) => messages[at]?.role !== "tool",
};

/** Fast path: nearly every history is valid, and each request checks all of it. */
const arePaired = (messages: readonly ConversationMessage[]): boolean => {
  let at = 0;
  while (at < messages.length) {
    const message = messages[at++];
    if (message?.role === "tool") return false;
    if (message?.role !== "assistant") continue;
    for (const part of message.content) {
      if (part.type !== "tool_call") continue;
      const answer = messages[at++];
      if (answer?.role !== "tool" || answer.callId !== part.id) return false;
    }
  }
  return true;
};

/**
 * Matches results to calls. Ids may repeat: a result answers the newest message with a pending call of that id, and the
 * first such call there. A result before its call is used only when no other exists; all other results are dropped.
 */
const match = (messages: readonly ConversationMessage[]): ReadonlyMap<ToolCallPart, ToolMessage> => {
  const results = new Map<ToolCallPart, ToolMessage>();
  const waiting = new Map<string, ToolCallPart[]>();
  const early = new Map<string, ToolMessage>();
  for (const message of messages) {
    if (message.role === "assistant") {
      for (const call of toolCalls(message).toReversed()) {
        const calls = waiting.get(call.id);
        if (calls === undefined) waiting.set(call.id, [call]);
        else calls.push(call);
      }
    } else if (message.role === "tool") {
      const calls = waiting.get(message.callId);
      const call = calls?.pop();
      if (call !== undefined) results.set(call, message);
      else if (calls === undefined && !early.has(message.callId)) early.set(message.callId, message);
    }
  }
  for (const [id, result] of early) {
    const call = waiting.get(id)?.[0];
    if (call !== undefined) results.set(call, result);
  }
  return results;
};

const missing = (call: ToolCallPart, { started, edits }: Facts): ToolMessage =>
  started(call)
    ? edits.once(call, "interrupted", () => skipped(call, INTERRUPTED))
    : edits.once(call, "not run", () => skipped(call, NOT_RUN));
