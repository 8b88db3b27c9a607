import type { Draft, Entry, TrimRule } from "../log/index.ts";
import type { AssistantMessage, ToolMessage, UserMessage } from "../model/index.ts";
import type { Outcome } from "./outcome.ts";

/** A whole message of the conversation. */
export interface MessageEntry extends Entry {
  readonly type: "message";
  readonly message: UserMessage | AssistantMessage | ToolMessage;
  /** The run that it belongs to; absent for what was added between runs. */
  readonly run?: string;
}

/** A call with side effects is about to run: from here on it may have happened. */
export interface ToolStartEntry extends Entry {
  readonly type: "tool_start";
  readonly run: string;
  /** The assistant's message that holds the call. */
  readonly message: string;
  readonly call: string;
}

export interface RunStartEntry extends Entry {
  readonly type: "run_start";
  readonly run: string;
}

/** The outcome without its reply, which stands in the log as a message. */
export interface RunEndEntry extends Entry {
  readonly type: "run_end";
  readonly run: string;
  readonly outcome: Exclude<Outcome, { readonly kind: "done" }> | { readonly kind: "done" };
}

export const isMessage = (entry: Entry): entry is MessageEntry => entry.type === "message";

export const messageDraft = (message: MessageEntry["message"], run?: string, id?: string): Draft<MessageEntry> => ({
  type: "message",
  ...(run === undefined ? {} : { run }),
  message,
  ...(id === undefined ? {} : { id }),
});

/**
 * For a memory store that keeps the last `max` messages, and never a tool's result without the call before it. Of the
 * runs before them nothing stays; of what was set, everything.
 */
export const maxMessages = (max: number): TrimRule => ({
  max,
  counts: isMessage,
  mayLead: (entry) => isMessage(entry) && entry.message.role !== "tool",
  passes: ({ type }) => type === "run_start" || type === "run_end" || type === "tool_start",
});
