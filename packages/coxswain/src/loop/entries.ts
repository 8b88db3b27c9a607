import type { Draft, Entry, TrimRule } from "../log/index.ts";
import type { AssistantMessage, ToolMessage, UserMessage } from "../model/index.ts";
import type { Outcome, RunOptions } from "./types.ts";

/** A complete message of the conversation. */
export interface MessageEntry extends Entry {
  readonly type: "message";
  readonly message: UserMessage | AssistantMessage | ToolMessage;
  /** The run that it belongs to; absent for messages added between runs. */
  readonly run?: string;
}

/** The intent to run a call with side effects: from this entry on, the effects may have happened. */
export interface ToolStartEntry extends Entry {
  readonly type: "tool_start";
  readonly run: string;
  /** The assistant's message that contains the call. */
  readonly message: string;
  readonly call: string;
  /** The arguments that the call runs with, if a hook changed the model's. */
  readonly input?: unknown;
}

export interface RunStartEntry extends Entry {
  readonly type: "run_start";
  readonly run: string;
  /** The options of this run. */
  readonly options?: RunOptions;
}

/** A run continues after a crash interrupted it. */
export interface RunResumeEntry extends Entry {
  readonly type: "run_resume";
  readonly run: string;
}

/** The end of a run: its outcome without the reply, which the log holds as a message. */
export interface RunEndEntry extends Entry {
  readonly type: "run_end";
  readonly run: string;
  readonly outcome: Exclude<Outcome, { readonly kind: "done" }> | { readonly kind: "done"; readonly output?: unknown };
}

/**
 * The inbox accepted a message that waits for the next turn, for the run's end, or for a separate run. A later message entry
 * with its id delivers it, or an `inbox_cancel` cancels it.
 */
export interface InboxAdmitEntry extends Entry {
  readonly type: "inbox_admit";
  readonly messageId: string;
  readonly message: UserMessage;
  readonly how: "steer" | "followUp" | "prompt";
  /** The run that it was sent to, or the separate run that it starts. Absent: the next run, whichever it is. */
  readonly run?: string;
  /** The options of the run that it starts. */
  readonly options?: RunOptions;
  /** The sender chose the id: another message with it is the same message. */
  readonly once?: true;
  /** Names in it that could be expanded are text. */
  readonly expand?: false;
}

/** Queued messages will not be delivered. */
export interface InboxCancelEntry extends Entry {
  readonly type: "inbox_cancel";
  readonly messages: readonly string[];
  readonly reason: string;
  /** Their author took them back, so that nothing is lost. */
  readonly returned?: true;
}

export const isRunStart = (entry: Entry): entry is RunStartEntry => entry.type === "run_start";

export const isRunEnd = (entry: Entry): entry is RunEndEntry => entry.type === "run_end";

export const isToolStart = (entry: Entry): entry is ToolStartEntry => entry.type === "tool_start";

export const isMessage = (entry: Entry): entry is MessageEntry => entry.type === "message";

export const messageDraft = (message: MessageEntry["message"], run?: string, id?: string): Draft<MessageEntry> => ({
  type: "message",
  ...(run === undefined ? {} : { run }),
  message,
  ...(id === undefined ? {} : { id }),
});

/**
 * Trim rule for a memory store that retains the last `max` messages, and never a tool's result without its call. It drops
 * the run entries before them, and retains all entries that set something.
 */
export const maxMessages = (max: number): TrimRule => ({
  max,
  counts: isMessage,
  mayLead: (entry) => isMessage(entry) && entry.message.role !== "tool",
  passes: ({ type }) => PASSING.has(type),
});

const PASSING: ReadonlySet<string> = new Set([
  "run_start",
  "run_resume",
  "run_end",
  "tool_start",
  "inbox_admit",
  "inbox_cancel",
  "permission_ask",
  "permission_reply",
  "question_ask",
  "question_reply",
]);

/** Returns the model's last message in a run that `fits` accepts; undefined if there is none. */
export const lastReply = (
  entries: readonly Entry[],
  run: string,
  fits: (message: AssistantMessage) => boolean = () => true,
): AssistantMessage | undefined => {
  for (const entry of entries.toReversed()) {
    if (!isMessage(entry) || entry.run !== run) continue;
    const { message } = entry;
    if (message.role === "assistant" && fits(message)) return message;
  }
  return undefined;
};

/** Returns the placeholder of a secret in the log, and so in every request. `kind`: lower-case words joined by `-`. */
export const maskOf = (kind: string): string => `[masked:${kind}]`;

const MASK = /\[masked:[a-z0-9-]+\]/g;

/** Returns the distinct placeholders of secrets in a string. */
export const masksIn = (text: string): readonly string[] => [...new Set(text.match(MASK))];
