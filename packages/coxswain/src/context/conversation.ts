import type { Entry } from "../log/index.ts";
import { isMessage, type MessageEntry, type ToolStartEntry } from "../loop/index.ts";
import { type ToolCallPart, toolCalls } from "../model/index.ts";
import type { Edits } from "./edits.ts";
import type { ConversationMessage, Facts } from "./invariant.ts";
import { isReset, sinceReset } from "./reset-entry.ts";
import { isShell, shellMessage } from "./shell-entry.ts";

export interface Conversation extends Pick<Facts, "running" | "started"> {
  readonly messages: readonly ConversationMessage[];
}

/** What the entries of a path say to a model, in their order, whether or not a model would take it. */
export const readConversation = (path: readonly Entry[], runId: string | undefined, edits: Edits): Conversation => {
  const messages: ConversationMessage[] = [];
  const running = new Set<ConversationMessage>();
  for (const entry of sinceReset(path)) {
    if (isMessage(entry)) {
      const { message, run } = entry;
      if (!isTold(message)) continue;
      messages.push(message);
      if (run !== undefined && run === runId && message.role === "assistant") running.add(message);
    } else if (isShell(entry) && entry.include) messages.push(edits.once(entry, "told", () => shellMessage(entry)));
  }
  let started: ReadonlySet<ToolCallPart> | undefined;
  return {
    messages,
    running,
    // Rarely asked: only of a call without a result.
    started: (call) => (started ??= startedCalls(path)).has(call),
  };
};

/** Whether entries change what those before them say: a reset takes it away, and a call there may have begun only now. */
export const reachBack = (entries: readonly Entry[]): boolean => {
  const ids = new Set<string>();
  return entries.some((entry) => {
    ids.add(entry.id);
    return isReset(entry) || (isToolStart(entry) && !ids.has(entry.message));
  });
};

/** A log from another hand may hold anything; one message that is none must not end the session. */
const isTold = ({ role, content }: { readonly role: string; readonly content: unknown }): boolean =>
  (role === "user" || role === "assistant" || role === "tool") && Array.isArray(content);

const startedCalls = (path: readonly Entry[]): ReadonlySet<ToolCallPart> => {
  const messages = new Map<string, MessageEntry["message"]>();
  const started = new Set<ToolCallPart>();
  for (const entry of sinceReset(path)) {
    if (isMessage(entry)) messages.set(entry.id, entry.message);
    else if (isToolStart(entry)) {
      const holder = messages.get(entry.message);
      if (holder?.role !== "assistant") continue;
      for (const call of toolCalls(holder)) if (call.id === entry.call) started.add(call);
    }
  }
  return started;
};

const isToolStart = (entry: Entry): entry is ToolStartEntry => entry.type === "tool_start";
