import type { Draft, Entry, TrimRule } from "../log/index.ts";
import type { AssistantMessage, ToolMessage, UserMessage } from "../model/index.ts";
import type { Outcome, RunOptions } from "./types.ts";

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
  /** The arguments that it runs with, where a hook changed the model's. */
  readonly input?: unknown;
}

export interface RunStartEntry extends Entry {
  readonly type: "run_start";
  readonly run: string;
  /** What was said of this run alone. */
  readonly options?: RunOptions;
}

/** A run that a crash cut short goes on. */
export interface RunResumeEntry extends Entry {
  readonly type: "run_resume";
  readonly run: string;
}

/** The outcome without its reply, which stands in the log as a message. */
export interface RunEndEntry extends Entry {
  readonly type: "run_end";
  readonly run: string;
  readonly outcome: Exclude<Outcome, { readonly kind: "done" }> | { readonly kind: "done"; readonly output?: unknown };
}

/**
 * A message was taken that has to wait: for the next turn, for the run's end, or for a run of its own. It is delivered
 * by its own entry, of its id, or cancelled.
 */
export interface InboxAdmitEntry extends Entry {
  readonly type: "inbox_admit";
  readonly messageId: string;
  readonly message: UserMessage;
  readonly how: "steer" | "followUp" | "prompt";
  /** The run that it was said to, or that it is to have. */
  readonly run: string;
  /** What was said of the run that it is to have. */
  readonly options?: RunOptions;
  /** Its sender named it: another one of this id is the same message. */
  readonly once?: true;
}

/** Messages that waited are not going to be told. */
export interface InboxCancelEntry extends Entry {
  readonly type: "inbox_cancel";
  readonly messages: readonly string[];
  readonly reason: string;
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
 * For a memory store that keeps the last `max` messages, and never a tool's result without the call before it. Of the
 * runs before them nothing stays; of what was set, everything.
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
]);

/** The last message of the model's in a run that fits; undefined when there is none. */
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

/** What stands in a log, and so in all that the model is sent, in the place of a secret. `kind` is lower-case words joined by `-`. */
export const maskOf = (kind: string): string => `[masked:${kind}]`;

const MASK = /\[masked:[a-z0-9-]+\]/g;

/** The masks that a text holds, each once. */
export const masksIn = (text: string): readonly string[] => [...new Set(text.match(MASK))];
