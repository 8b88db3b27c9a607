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
  quarantinedOn,
  sinceReset,
} from "../context/index.ts";
import { NothingToCompactError } from "./errors.ts";
import { type Numbered, numbered } from "./message-numbers.ts";
import { partText, type TranscriptMessage } from "./transcript.ts";
import { type ToldMessage, toldMessages } from "./model-view.ts";

export interface CompactionPlanOptions extends Omit<CompactionLimitOptions, "model">, Pick<ProjectOptions, "runId" | "reasoning"> {
  /** The model that continues the conversation. */
  readonly model: ModelInfo;
  readonly tokens: MessageTokens;
  /** Minimum number of messages since the last compaction. Default: 4. Automatic compaction lowers it. */
  readonly fewest?: number | undefined;
}

/** Plan of a compaction: the messages to summarize, and the cut. */
export interface CompactionPlan {
  readonly limits: CompactionLimits;
  /** The first entry that remains; null: none. */
  readonly firstPreserved: string | null;
  /** Messages that the summary represents, including those of an earlier summary. */
  readonly covers: MessageRange;
  /** The compaction whose summary is to be updated. */
  readonly previous: CompactionEntry | undefined;
  /** New messages to summarize, in two parts: before the run that the cut splits, and of that run. */
  readonly conversation: readonly TranscriptMessage[];
  readonly task: readonly TranscriptMessage[];
  /** The user's prompt of the split run, which continues without its beginning. */
  readonly prompt: string | undefined;
  /** Estimated tokens: of the current conversation, of the summarized part, and of the remaining part. */
  readonly tokensBefore: number;
  readonly replacedTokens: number;
  readonly keptTokens: number;
}

const FEWEST = 4;

/**
 * Plans a compaction.
 * @throws {NothingToCompactError} when there are too few messages, or the model received none of them.
 */
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
  // A prompt without an answer needs no summary of its run.
  const isBegun = split >= 0 && covered.slice(split).some(({ message }) => message.role === "assistant");
  return {
    limits,
    firstPreserved: told[cut]?.entry?.id ?? null,
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

/** Returns, at each index, the sum from there to the end. */
const sumsFromEnd = (sizes: readonly number[]): readonly number[] => {
  let sum = 0;
  return sizes
    .toReversed()
    .map((size) => (sum += size))
    .toReversed();
};

/**
 * Returns the first cut after which no more tokens remain than allowed, and at most half of all; or else the last one,
 * so that some messages remain.
 */
const chooseCut = (cuts: readonly number[], tokensFrom: readonly number[], { kept, keptAtMost }: CompactionLimits): number | undefined => {
  const most = Math.min(kept, (tokensFrom[0] ?? 0) / 2);
  const keeps = (at: number | undefined, limit: number): boolean => at !== undefined && (tokensFrom[at] ?? Infinity) <= limit;
  const first = cuts.find((at) => keeps(at, most));
  if (first !== undefined) return first;
  const last = cuts.at(-1);
  return keeps(last, keptAtMost) ? last : undefined;
};

/**
 * Includes messages that no model received: if only the part after the cut is available, this number counts the earlier
 * ones.
 */
const lastBefore = (count: readonly Numbered[], firstPreserved: Entry | undefined): number | undefined =>
  count.findLast(({ entry }) => firstPreserved === undefined || entry.seq < firstPreserved.seq)?.number;

/** Uses the minimum and maximum, because a late result follows its call. */
const rangeOf = (covered: readonly Covered[], previous: CompactionEntry | undefined, before: number | undefined): MessageRange => {
  // An entry from another program may have no range.
  const { from: first, to: last } = previous?.covers ?? {};
  const numbers = [first, last, before, ...covered.map(({ number }) => number)].filter(isNumber);
  const from = numbers.reduce((least, number) => Math.min(least, number), Infinity);
  return { from: numbers.length === 0 ? 1 : from, to: numbers.reduce((greatest, number) => Math.max(greatest, number), 0) };
};

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);

/** Name under which a compaction preserves the prompt of a run that it splits. */
export const PROMPT = "prompt";

/**
 * Returns the user's messages to a run before a cut, verbatim: its prompt, and the steering messages. If the run's
 * beginning is not available, an earlier compaction preserved it. `firstPreserved`: the first entry after the cut;
 * undefined: none.
 */
const promptOf = (
  path: readonly Entry[],
  run: string,
  firstPreserved: Entry | undefined,
  previous: CompactionEntry | undefined,
): string | undefined => {
  const before = firstPreserved === undefined ? path : path.slice(0, path.indexOf(firstPreserved));
  const refused = quarantinedOn(path);
  const said = before.flatMap((entry) => {
    if (!isMessage(entry) || entry.run !== run || entry.message?.role !== "user" || !Array.isArray(entry.message.content)) return [];
    const without = refused?.get(entry.id);
    const parts = entry.message.content.filter((_, at) => without?.has(at) !== true && without?.has(undefined) !== true);
    const text = parts.map(partText).join("\n").trim();
    return text === "" ? [] : [text];
  });
  if (said.length > 0) return said.join("\n\n[Later, while the work went on:]\n");
  return previous?.preserved.find((carried) => carried?.name === PROMPT)?.text;
};

/** Token limits of a compaction. */
interface CompactionLimits {
  /** Latest messages that remain. */
  readonly kept: number;
  /** Latest messages, if none would remain otherwise. */
  readonly keptAtMost: number;
  /** Summary. */
  readonly summary: number;
  /** All verbatim sections. */
  readonly carried: number;
}

interface CompactionLimitOptions {
  /** The model that continues the conversation. */
  readonly model: Pick<ModelInfo, "contextWindow">;
  /** 0: nothing remains. Default: 20,000, and at most a quarter of the window. */
  readonly keepTokens?: number | undefined;
  /** Limit of the summary; 0: 1024. Default: 4 % of the window, from 512 to 8192. */
  readonly maxTokens?: number | undefined;
  /** Tokens of the system prompt and the tools. Default: 0. */
  readonly overhead?: number | undefined;
}

const KEPT = 20_000;
const KEPT_SHARE = 0.25;
/**
 * Share of the window after a compaction: well below the next threshold, except if no message would remain otherwise.
 */
const FULL_SHARE = 0.6;
const FULL_AT_MOST_SHARE = 0.75;
const CARRIED_SHARE = 0.15;
const CARRIED_OF_UNKNOWN = 20_000;
const SUMMARY_OF_UNKNOWN = 4_096;

export const compactionLimits = ({ model, keepTokens, maxTokens, overhead = 0 }: CompactionLimitOptions): CompactionLimits => {
  const { contextWindow: window = 0 } = model;
  const summary = maxTokens === undefined ? summaryOf(window) : maxTokens === 0 ? 1024 : maxTokens;
  if (window <= 0) {
    return { kept: keepTokens ?? KEPT, keptAtMost: keepTokens === 0 ? 0 : Infinity, summary, carried: CARRIED_OF_UNKNOWN };
  }
  const carried = Math.floor(window * CARRIED_SHARE);
  const room = (share: number): number => Math.max(0, Math.floor(window * share) - overhead - summary - carried);
  const kept = Math.min(keepTokens ?? Math.min(KEPT, Math.floor(window * KEPT_SHARE)), room(FULL_SHARE));
  return { kept, keptAtMost: keepTokens === 0 ? 0 : room(FULL_AT_MOST_SHARE), summary, carried };
};

const summaryOf = (window: number): number => (window <= 0 ? SUMMARY_OF_UNKNOWN : Math.min(Math.max(Math.floor(window * 0.04), 512), 8192));
