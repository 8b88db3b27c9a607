import type { Entry } from "../log/index.ts";
import { isMessage, type MessageEntry, type ToolStartEntry } from "../loop/index.ts";
import type { ToolCallPart } from "../model/index.ts";
import { visibleEntries } from "./boundary.ts";
import {
  isBranchSummary,
  isCompaction,
  isRepair,
  type Quarantine,
  isReset,
  isShell,
  shellMessage,
  isSystemChange,
  systemChangeMessage,
  isSystemPrompt,
  isUncompact,
} from "./entries.ts";
import { branchSummaryMessage, compactionMessage } from "./entry-messages.ts";
import type { Edits } from "./edits.ts";
import type { ConversationMessage, Facts } from "./invariant.ts";
import { quarantinedOn, withoutQuarantined } from "./quarantine.ts";

export interface Conversation extends Pick<Facts, "running" | "started"> {
  readonly messages: readonly ConversationMessage[];
}

export interface ConversationOptions {
  readonly runId: string | undefined;
  readonly edits: Edits;
  /** Items to omit in addition to the path's repairs. */
  readonly without?: readonly Quarantine[] | undefined;
}

/** Reads the messages from the entries of a path, in order. The result need not be valid for a model. */
export const conversationOf = (path: readonly Entry[], { runId, edits, without }: ConversationOptions): Conversation => {
  const messages: ConversationMessage[] = [];
  const running = new Set<ConversationMessage>();
  const quarantined = quarantinedOn(path, without);
  const visible = visibleEntries(path);
  const prompt = visible.findLastIndex(isSystemPrompt);
  for (const [at, entry] of visible.entries()) {
    // A rewritten system prompt includes the changes before it.
    if (at < prompt && isSystemChange(entry)) continue;
    const original = messageOfEntry(entry, edits);
    const message = original && withoutQuarantined(original, quarantined?.get(entry.id), edits);
    if (message === undefined) continue;
    messages.push(message);
    if (message.role === "assistant" && runId !== undefined && (entry as MessageEntry).run === runId) running.add(message);
  }
  let started: ReadonlySet<ToolCallPart> | undefined;
  return {
    messages,
    running,
    // Evaluated lazily: needed only for a call without a result.
    started: (call) => (started ??= startedCalls(visible)).has(call),
  };
};

/**
 * Returns the message of an entry. A stored message is returned as the same object, so that it can be traced to its
 * entry.
 */
export const messageOfEntry = (entry: Entry, edits: Edits): ConversationMessage | undefined => {
  if (isMessage(entry)) return entry.message;
  if (isShell(entry)) return entry.include ? edits.once(entry, "message", () => shellMessage(entry)) : undefined;
  if (isBranchSummary(entry)) return edits.once(entry, "message", () => branchSummaryMessage(entry));
  if (isSystemChange(entry)) return edits.once(entry, "message", () => systemChangeMessage(entry));
  return isCompaction(entry) ? edits.once(entry, "message", () => compactionMessage(entry)) : undefined;
};

/**
 * Returns whether entries change the messages of earlier ones. Resets, compactions and repairs remove them, and undoing
 * a compaction restores them. A system prompt includes the changes before it, and an earlier call may have started only
 * now.
 */
export const affectsEarlier = (entries: readonly Entry[]): boolean => {
  const ids = new Set<string>();
  return entries.some((entry) => {
    ids.add(entry.id);
    return reachesBack.some((is) => is(entry)) || (isToolStart(entry) && !ids.has(entry.message));
  });
};

const reachesBack = [isReset, isCompaction, isUncompact, isRepair, isSystemPrompt] as const;

/** Returns the calls that started, so that they may have had effects. */
export const startedCalls = (entries: readonly Entry[]): ReadonlySet<ToolCallPart> => {
  const messages = new Map<string, MessageEntry["message"]>();
  const started = new Set<ToolCallPart>();
  for (const entry of entries) {
    if (isMessage(entry)) messages.set(entry.id, entry.message);
    else if (isToolStart(entry)) {
      const holder = messages.get(entry.message);
      if (holder?.role !== "assistant") continue;
      for (const part of holder.content) if (part.type === "tool_call" && part.id === entry.call) started.add(part);
    }
  }
  return started;
};

const isToolStart = (entry: Entry): entry is ToolStartEntry => entry.type === "tool_start";
