import type { Entry } from "../log/index.ts";
import type { MessageEntry, RunEndEntry, RunStartEntry, ToolStartEntry } from "../loop/index.ts";
import { NO_USAGE } from "../model/index.ts";
import type { BranchSummaryEntry } from "./branch-summary-entry.ts";
import type { CompactionEntry } from "./compaction-entry.ts";
import type { RepairEntry } from "./repair-entry.ts";
import type { ResetEntry } from "./reset-entry.ts";
import type { ShellEntry } from "./shell-entry.ts";
import type { SystemChangeEntry } from "./system-change-entry.ts";
import type { SystemPromptEntry } from "./system-prompt-entry.ts";
import type { UncompactEntry } from "./uncompact-entry.ts";

type Unplaced<E extends Entry> = Omit<E, keyof Entry> & Pick<E, "type">;

/** A fact that is not yet on a path. */
export type Fact =
  | Unplaced<BranchSummaryEntry>
  | Unplaced<CompactionEntry>
  | Unplaced<MessageEntry>
  | Unplaced<RepairEntry>
  | Unplaced<ResetEntry>
  | Unplaced<RunEndEntry>
  | Unplaced<RunStartEntry>
  | Unplaced<ShellEntry>
  | Unplaced<SystemChangeEntry>
  | Unplaced<SystemPromptEntry>
  | Unplaced<ToolStartEntry>
  | Unplaced<UncompactEntry>;

/** A compaction that preserves entries from `firstKept` on. */
export const compaction = (firstKept: string | null, known: Partial<Unplaced<CompactionEntry>> = {}): Fact => ({
  type: "compaction",
  summary: "They said a and b.",
  firstKept,
  covers: { from: 1, to: 2 },
  preserved: [],
  tokensBefore: 1000,
  summaryTokens: 10,
  reason: "manual",
  model: "acme/small",
  usage: NO_USAGE,
  ...known,
});

/** Converts facts to the entries of one path. The id of each is its index, such as `e0`. */
export const pathOf = (facts: readonly Fact[]): readonly Entry[] =>
  facts.map((fact, seq) => ({ seq, id: `e${seq}`, parent: seq === 0 ? null : `e${seq - 1}`, at: 0, ...fact }));

export const said = (message: MessageEntry["message"], run?: string): Fact => ({
  type: "message",
  message,
  ...(run === undefined ? {} : { run }),
});

/** Converts the messages of one run to a path. */
export const pathOfMessages = (messages: readonly MessageEntry["message"][], run?: string): readonly Entry[] =>
  pathOf(messages.map((message) => said(message, run)));
