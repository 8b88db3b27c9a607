import { INTERRUPTED, NOT_RUN, skipped } from "../../loop/index.ts";
import { type ToolCallPart, toolCalls, type ToolMessage } from "../../model/index.ts";
import type { ConversationMessage, Facts, Invariant } from "../invariant.ts";

/** Each call has exactly one result, and the results stand right after their calls' message, in the order of the calls. */
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

/** Nearly every history is right as it is, and this is asked of all of it before each request. */
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
 * Which result belongs to which call. Ids may repeat: a result answers the newest message that still waits for one, and
 * there the first call. A result before its call is taken where nothing better came; any other is nobody's.
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
