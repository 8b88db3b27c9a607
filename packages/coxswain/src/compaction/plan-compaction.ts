import type { Entry } from "../log/index.ts";
import { isMessage } from "../loop/index.ts";
import type { ModelInfo } from "../model/index.ts";
import {
  type CompactionEntry,
  isCompaction,
  lastCompaction,
  type MessageRange,
  type MessageTokens,
  type ProjectOptions,
  sinceReset,
} from "../context/index.ts";
import { type CompactionLimitOptions, type CompactionLimits, compactionLimits } from "./compaction-limits.ts";
import { NothingToCompactError } from "./summary-errors.ts";
import { type Numbered, numbered } from "./numbered.ts";
import { promptOf } from "./prompt-of.ts";
import type { TranscriptMessage } from "./transcript.ts";
import { type ToldMessage, toldMessages } from "./told-messages.ts";

export interface CompactionPlanOptions extends Omit<CompactionLimitOptions, "model">, Pick<ProjectOptions, "runId" | "reasoning"> {
  /** The model that the conversation goes on with. */
  readonly model: ModelInfo;
  readonly tokens: MessageTokens;
  /** Messages since the last compaction that make another one worth it. Default: 4; where it has to be, 1. */
  readonly fewest?: number | undefined;
}

/** What a compaction would summarise, and where it would cut. */
export interface CompactionPlan {
  readonly limits: CompactionLimits;
  /** The first entry that stays as it is; null: none. */
  readonly firstKept: string | null;
  /** What the summary is to stand for, what an earlier one stood for included. */
  readonly covers: MessageRange;
  /** The compaction whose summary is to be brought up to date. */
  readonly previous: CompactionEntry | undefined;
  /** What it does not cover yet, in two parts: up to the run that the cut goes through, and of that run. */
  readonly conversation: readonly TranscriptMessage[];
  readonly task: readonly TranscriptMessage[];
  /** What the person asked of that run, which goes on without its beginning. */
  readonly prompt: string | undefined;
  /** Tokens, by estimate: of all that is told now, of what the summary takes the place of, and of what stays. */
  readonly tokensBefore: number;
  readonly replacedTokens: number;
  readonly keptTokens: number;
}

const FEWEST = 4;

/** @throws {NothingToCompactError} when there are fewer messages, or none of them was told. */
export const planCompaction = (path: readonly Entry[], options: CompactionPlanOptions): CompactionPlan => {
  const { model, runId, reasoning, tokens, fewest = FEWEST } = options;
  const previous = lastCompaction(path);
  if (messagesSince(path, previous) < fewest) throw new NothingToCompactError();
  const { told, cuts } = toldMessages(path, { model, runId, reasoning });
  const fresh = told.findIndex(({ entry }) => entry !== undefined && !isCompaction(entry));
  if (fresh < 0) throw new NothingToCompactError();

  const sizes = told.map(({ message }) => tokens(message));
  const tokensFrom = sumsFromEnd(sizes);
  const limits = compactionLimits(options);
  const cut =
    chooseCut(
      cuts.filter((at) => at > fresh),
      tokensFrom,
      limits,
    ) ?? told.length;
  const tokensBefore = tokensFrom[0] ?? 0;
  const keptTokens = tokensFrom[cut] ?? 0;

  const count = numbered(path);
  const numbers = new Map(count.map(({ entry, number }) => [entry, number]));
  const covered = told.slice(fresh, cut).map((one): Covered => ({ ...one, number: one.entry && numbers.get(one.entry) }));
  const run = told.slice(cut).find((one) => one.run !== undefined)?.run ?? runId;
  const split = run === undefined ? -1 : covered.findIndex((one) => one.run === run);
  // What was only asked, and not begun, needs no summary for itself.
  const isBegun = split >= 0 && covered.slice(split).some(({ message }) => message.role === "assistant");
  return {
    limits,
    firstKept: told[cut]?.entry?.id ?? null,
    covers: rangeOf(covered, previous, lastBefore(count, told[cut]?.entry)),
    previous,
    conversation: isBegun ? covered.slice(0, split) : covered,
    task: isBegun ? covered.slice(split) : [],
    prompt: run === undefined || split < 0 ? undefined : promptOf(path, run, told[cut]?.entry, previous),
    tokensBefore,
    replacedTokens: tokensBefore - keptTokens,
    keptTokens,
  };
};

type Covered = ToldMessage & TranscriptMessage;

const messagesSince = (path: readonly Entry[], previous: CompactionEntry | undefined): number => {
  const entries = sinceReset(path);
  return entries.slice(previous === undefined ? 0 : entries.lastIndexOf(previous)).filter(isMessage).length;
};

/** At each place, the sum of all from there on. */
const sumsFromEnd = (sizes: readonly number[]): readonly number[] => {
  let sum = 0;
  return sizes
    .toReversed()
    .map((size) => (sum += size))
    .toReversed();
};

/** The first cut behind which no more is than may be kept, and not more than half of all; or the last, so that something is kept. */
const chooseCut = (cuts: readonly number[], tokensFrom: readonly number[], { kept, keptAtMost }: CompactionLimits): number | undefined => {
  const most = Math.min(kept, (tokensFrom[0] ?? 0) / 2);
  const keeps = (at: number | undefined, limit: number): boolean => at !== undefined && (tokensFrom[at] ?? Infinity) <= limit;
  const first = cuts.find((at) => keeps(at, most));
  if (first !== undefined) return first;
  const last = cuts.at(-1);
  return keeps(last, keptAtMost) ? last : undefined;
};

/** What no model was told counts too: where only what comes behind the cut is at hand, this says what came before. */
const lastBefore = (count: readonly Numbered[], firstKept: Entry | undefined): number | undefined =>
  count.findLast(({ entry }) => firstKept === undefined || entry.seq < firstKept.seq)?.number;

/** By the least and the greatest: a result that came late stands by its call. */
const rangeOf = (covered: readonly Covered[], previous: CompactionEntry | undefined, before: number | undefined): MessageRange => {
  // Another hand may have put no range there.
  const { from: first, to: last } = previous?.covers ?? {};
  const numbers = [first, last, before, ...covered.map(({ number }) => number)].filter(isNumber);
  const from = numbers.reduce((least, number) => Math.min(least, number), Infinity);
  return { from: numbers.length === 0 ? 1 : from, to: numbers.reduce((greatest, number) => Math.max(greatest, number), 0) };
};

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);
