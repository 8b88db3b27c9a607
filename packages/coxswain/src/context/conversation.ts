import type { Entry } from "../log/index.ts";
import { isMessage, type ToolStartEntry } from "../loop/index.ts";
import { type AssistantMessage, type ToolCallPart, toolCalls } from "../model/index.ts";
import type { Edits } from "./edits.ts";
import type { ConversationMessage, Facts } from "./invariant.ts";
import { isShell, shellMessage } from "./shell-entry.ts";

export interface Conversation extends Pick<Facts, "running" | "started"> {
  readonly messages: readonly ConversationMessage[];
}

/** What the entries of a path say to a model, in their order, whether or not a model would take it. */
export const readConversation = (path: readonly Entry[], runId: string | undefined, edits: Edits): Conversation => {
  const messages: ConversationMessage[] = [];
  const running = new Set<ConversationMessage>();
  const assistants = new Map<string, AssistantMessage>();
  const starts: ToolStartEntry[] = [];
  for (const entry of path) {
    if (isMessage(entry)) {
      const { message, run } = entry;
      if (!isTold(message)) continue;
      messages.push(message);
      if (run !== undefined && run === runId) running.add(message);
      if (message.role === "assistant") assistants.set(entry.id, message);
    } else if (isToolStart(entry)) starts.push(entry);
    else if (isShell(entry) && entry.include) messages.push(edits.once(entry, "told", () => shellMessage(entry)));
  }
  const started = new Set<ToolCallPart>();
  for (const { message, call: id } of starts) {
    const holder = assistants.get(message);
    if (holder !== undefined) for (const call of toolCalls(holder)) if (call.id === id) started.add(call);
  }
  return { messages, running, started: (call) => started.has(call) };
};

const isToolStart = (entry: Entry): entry is ToolStartEntry => entry.type === "tool_start";

/** A log from another hand may hold anything; one message that is none must not end the session. */
const isTold = (message: { readonly role: string; readonly content: unknown }): boolean =>
  (message.role === "user" || message.role === "assistant" || message.role === "tool") && Array.isArray(message.content);
