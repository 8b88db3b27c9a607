import type { Entry } from "../log/index.ts";
import type { MessageEntry, RunEndEntry, RunStartEntry, ToolStartEntry } from "../loop/index.ts";
import { NO_USAGE } from "../model/index.ts";
import type {
  BranchSummaryEntry,
  CompactionEntry,
  RepairEntry,
  ResetEntry,
  ShellEntry,
  SystemChangeEntry,
  SystemPromptEntry,
  UncompactEntry,
} from "./entries.ts";
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

/** A compaction that preserves entries from `firstPreserved` on. */
export const compaction = (firstPreserved: string | null, overrides: Partial<Unplaced<CompactionEntry>> = {}): Fact => ({
  type: "compaction",
  summary: "A and b were discussed.",
  firstPreserved,
  covers: { from: 1, to: 2 },
  preserved: [],
  tokensBefore: 1000,
  summaryTokens: 10,
  reason: "manual",
  model: "acme/small",
  usage: NO_USAGE,
  ...overrides,
});

/** Converts facts to the entries of one path. The id of each is its index, such as `e0`. */
export const pathOf = (facts: readonly Fact[]): readonly Entry[] =>
  facts.map((fact, seq) => ({ seq, id: `e${seq}`, parent: seq === 0 ? null : `e${seq - 1}`, at: 0, ...fact }));

export const messageFact = (message: MessageEntry["message"], run?: string): Fact => ({
  type: "message",
  message,
  ...(run === undefined ? {} : { run }),
});

/** Converts the messages of one run to a path. */
export const pathOfMessages = (messages: readonly MessageEntry["message"][], run?: string): readonly Entry[] =>
  pathOf(messages.map((message) => messageFact(message, run)));
