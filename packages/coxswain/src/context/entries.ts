import type { Entry } from "../log/index.ts";
import type { Usage, UserMessage } from "../model/index.ts";
/**
 * Trigger of a compaction: a user or a program, a nearly full context, or a provider's rejection of a context as too
 * long.
 */
export type CompactionReason = "manual" | "threshold" | "overflow";

/** A section that a compaction preserves word for word. */
export interface PreservedSection {
  /** Section name, such as `prompt` or `files`. */
  readonly name: string;
  readonly text: string;
}

/** A range of messages, both ends included. Messages are numbered from 1 since the last reset. */
export interface MessageRange {
  readonly from: number;
  readonly to: number;
}

/** From this entry on, the model sees a summary instead of the entries before `firstPreserved`. The log retains them. */
export interface CompactionEntry extends Entry {
  readonly type: "compaction";
  /** Contains pointers to its sources, such as `[messages 3-17]`. */
  readonly summary: string;
  /** The first entry that the model still sees unchanged. Null: no earlier entry. */
  readonly firstPreserved: string | null;
  /** The messages that the summary replaces. */
  readonly covers: MessageRange;
  readonly preserved: readonly PreservedSection[];
  /** Estimated size of the conversation before the compaction. */
  readonly tokensBefore: number;
  /** Estimated size of the message with the summary and the preserved sections. */
  readonly summaryTokens: number;
  readonly reason: CompactionReason;
  /** Additional instructions for the summary. */
  readonly instructions?: string;
  /** Reference of the model that wrote the summary, or `hook` when a hook supplied it. */
  readonly model: string;
  /** Total over all requests for the summary. */
  readonly usage: Usage;
  /** USD, best effort; absent when the model has no known price. */
  readonly cost?: number;
}

export const isCompaction = (entry: Entry): entry is CompactionEntry => entry.type === "compaction";

/** Summary of an abandoned branch, for the model: the conversation went back to an earlier entry. */
export interface BranchSummaryEntry extends Entry {
  readonly type: "branch_summary";
  readonly summary: string;
  /** The last entry of the abandoned branch. */
  readonly from: string;
  /** Reference of the model that wrote the summary. */
  readonly model: string;
  /** Total over all requests for the summary. */
  readonly usage: Usage;
  /** USD, best effort; absent when the model has no known price. */
  readonly cost?: number;
}

export const isBranchSummary = (entry: Entry): entry is BranchSummaryEntry => entry.type === "branch_summary";

/** An item of the log that is not sent to models. */
export interface Quarantine {
  /** The entry: a message, or a shell command of the user. */
  readonly target: string;
  /** Index of the content part, from 0. Absent: the whole entry. */
  readonly part?: number;
}

/** A provider rejected the history because of this item. From here on models do not receive it; the log retains it. */
export interface RepairEntry extends Entry, Quarantine {
  readonly type: "repair";
  /** The provider's error message, for users. */
  readonly reason: string;
  /** Reference of the model that the search queried. Set on the first item that a search found. */
  readonly model?: string;
  /** Estimated usage of the search. Set together with `model`. */
  readonly usage?: Usage;
  /** USD, best effort; absent when the model has no known price. */
  readonly cost?: number;
}

export const isRepair = (entry: Entry): entry is RepairEntry => entry.type === "repair";

/** Restarts the conversation: the model sees nothing from before this entry. The log retains it. */
export interface ResetEntry extends Entry {
  readonly type: "reset";
}

export const isReset = (entry: Entry): entry is ResetEntry => entry.type === "reset";

/** Returns the entries after the last reset. */
export const sinceReset = (path: readonly Entry[]): readonly Entry[] => {
  const at = path.findLastIndex(isReset);
  return at < 0 ? path : path.slice(at + 1);
};

/** A command that the user ran in the session. */
export interface ShellEntry extends Entry {
  readonly type: "shell";
  readonly command: string;
  /** Its output, truncated. */
  readonly output: string;
  /** Number of lines that the truncated output does not have. Absent: it is not truncated, or the lines were not counted. */
  readonly omittedLines?: number;
  /** Null when the command was killed. */
  readonly exitCode: number | null;
  /** Milliseconds since the epoch. The entry is appended when the command has ended, during a run at the end of the turn. */
  readonly startedAt?: number;
  /** True when the model sees the command. */
  readonly include: boolean;
}

export const isShell = (entry: Entry): entry is ShellEntry => entry.type === "shell";

/** Formats the command and its output as a message, as if the user had pasted them. */
export const shellMessage = ({ command, output, exitCode }: ShellEntry): UserMessage => {
  const lines = [
    "I ran this command myself:",
    `$ ${command}`,
    output.trimEnd(),
    exitCode === null ? "[killed]" : `[exit code ${exitCode}]`,
  ];
  return { role: "user", content: [{ type: "text", text: lines.filter((line) => line !== "").join("\n") }], source: "shell" };
};

/** A section of the system prompt in the log. Its text may be redacted; comparisons use the hash of the original text. */
export interface StoredSection {
  readonly name: string;
  readonly text: string;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
}

/** A section that applies from now on. A null text removes the section. */
export type ChangedSection = StoredSection | { readonly name: string; readonly hash: null; readonly text: null };

/**
 * Sections of the system prompt change from here on. The prompt itself is sent unchanged, so that its bytes stay
 * cached. The model reads about the change in the conversation, at the position of this entry.
 */
export interface SystemChangeEntry extends Entry {
  readonly type: "system_change";
  readonly sections: readonly ChangedSection[];
}

export const isSystemChange = (entry: Entry): entry is SystemChangeEntry => entry.type === "system_change";

/**
 * Returns the message that describes the change to the model. It states that it comes neither from the user nor in
 * reply to anything.
 */
export const systemChangeMessage = ({ sections }: SystemChangeEntry): UserMessage => {
  const parts = sections.map(({ name, text }) =>
    text === null ? `The section "${name}" no longer applies.` : `The section "${name}" is now:\n\n${text}`,
  );
  const text = `[The system prompt has changed. This message is from Coxswain, not from the user.]\n\n${parts.join("\n\n")}`;
  return { role: "user", content: [{ type: "text", text }], source: "system" };
};

/**
 * The system prompt sent with every request from here on, byte for byte, until the conversation is reset or compacted.
 */
export interface SystemPromptEntry extends Entry {
  readonly type: "system_prompt";
  /** In prompt order. */
  readonly sections: readonly StoredSection[];
}

export const isSystemPrompt = (entry: Entry): entry is SystemPromptEntry => entry.type === "system_prompt";

/** Undoes a compaction: the model sees the summarized entries again, back to the previous compaction. */
export interface UncompactEntry extends Entry {
  readonly type: "uncompact";
  /** Id of the compaction. */
  readonly target: string;
}

export const isUncompact = (entry: Entry): entry is UncompactEntry => entry.type === "uncompact";
