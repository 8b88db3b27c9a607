import type { Entry } from "../log/index.ts";
import { isMessage, type MessageEntry, type ToolStartEntry } from "../loop/index.ts";
import type { ToolCallPart } from "../model/index.ts";
import { toldOn } from "./boundary.ts";
import { isBranchSummary } from "./branch-summary-entry.ts";
import { branchSummaryMessage } from "./branch-summary-message.ts";
import { isCompaction } from "./compaction-entry.ts";
import { compactionMessage } from "./compaction-message.ts";
import type { Edits } from "./edits.ts";
import type { ConversationMessage, Facts } from "./invariant.ts";
import { quarantinedOn, withoutQuarantined } from "./quarantine.ts";
import { isRepair, type Quarantine } from "./repair-entry.ts";
import { isReset } from "./reset-entry.ts";
import { isShell, shellMessage } from "./shell-entry.ts";
import { isSystemChange, systemChangeMessage } from "./system-change-entry.ts";
import { isSystemPrompt } from "./system-prompt-entry.ts";
import { isUncompact } from "./uncompact-entry.ts";

export interface Conversation extends Pick<Facts, "running" | "started"> {
  readonly messages: readonly ConversationMessage[];
}

export interface ConversationOptions {
  readonly runId: string | undefined;
  readonly edits: Edits;
  /** What is left out besides what the path's repairs say. */
  readonly without?: readonly Quarantine[] | undefined;
}

/** What the entries of a path say to a model, in their order, whether or not a model would take it. */
export const readConversation = (path: readonly Entry[], { runId, edits, without }: ConversationOptions): Conversation => {
  const messages: ConversationMessage[] = [];
  const running = new Set<ConversationMessage>();
  const quarantined = quarantinedOn(path, without);
  const told = toldOn(path);
  const prompt = told.findLastIndex(isSystemPrompt);
  for (const [at, entry] of told.entries()) {
    // A prompt that was written anew has in it what was told before it.
    if (at < prompt && isSystemChange(entry)) continue;
    const said = saidBy(entry, edits);
    const message = said && withoutQuarantined(said, quarantined?.get(entry.id), edits);
    if (message === undefined) continue;
    messages.push(message);
    if (message.role === "assistant" && runId !== undefined && (entry as MessageEntry).run === runId) running.add(message);
  }
  let started: ReadonlySet<ToolCallPart> | undefined;
  return {
    messages,
    running,
    // Rarely asked: only of a call without a result.
    started: (call) => (started ??= startedCalls(told)).has(call),
  };
};

/** The very message of an entry, where it has one: what becomes of it is found back to it. */
export const saidBy = (entry: Entry, edits: Edits): ConversationMessage | undefined => {
  if (isMessage(entry)) return isTold(entry.message) ? entry.message : undefined;
  if (isShell(entry)) return entry.include ? edits.once(entry, "told", () => shellMessage(entry)) : undefined;
  if (isBranchSummary(entry)) return edits.once(entry, "told", () => branchSummaryMessage(entry));
  if (isSystemChange(entry)) return edits.once(entry, "told", () => systemChangeMessage(entry));
  return isCompaction(entry) ? edits.once(entry, "told", () => compactionMessage(entry)) : undefined;
};

/**
 * Whether entries change what those before them say: a boundary or a repair takes it away, what takes a compaction back brings
 * it again, a system prompt has the changes before it in itself, and a call there may have begun only now.
 */
export const reachBack = (entries: readonly Entry[]): boolean => {
  const ids = new Set<string>();
  return entries.some((entry) => {
    ids.add(entry.id);
    return reachesBack.some((is) => is(entry)) || (isToolStart(entry) && !ids.has(entry.message));
  });
};

const reachesBack = [isReset, isCompaction, isUncompact, isRepair, isSystemPrompt] as const;

/** A log from another hand may hold anything; one message that is none must not end the session. */
const isTold = (message: { readonly role: string; readonly content: unknown } | null | undefined): boolean =>
  (message?.role === "user" || message?.role === "assistant" || message?.role === "tool") && Array.isArray(message.content);

const startedCalls = (entries: readonly Entry[]): ReadonlySet<ToolCallPart> => {
  const messages = new Map<string, MessageEntry["message"]>();
  const started = new Set<ToolCallPart>();
  for (const entry of entries) {
    if (isMessage(entry)) messages.set(entry.id, entry.message);
    else if (isToolStart(entry)) {
      const holder = messages.get(entry.message);
      if (holder?.role !== "assistant" || !isTold(holder)) continue;
      for (const part of holder.content) if (part?.type === "tool_call" && part.id === entry.call) started.add(part);
    }
  }
  return started;
};

const isToolStart = (entry: Entry): entry is ToolStartEntry => entry.type === "tool_start";
