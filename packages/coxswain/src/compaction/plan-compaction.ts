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
import { type ProjectedMessage, projectedMessages } from "./model-view.ts";

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
  /** The compaction with the summary to update. */
  readonly previous: CompactionEntry | undefined;
  /** New messages to summarize, in two parts: before the run that the cut splits, and of that run. */
  readonly conversation: readonly TranscriptMessage[];
  readonly task: readonly TranscriptMessage[];
  /** The user's prompt of the split run, which continues without its beginning. */
  readonly prompt: string | undefined;
  /** Estimated tokens: of the current conversation, of the summarized part, and of the remaining part. */
  readonly tokensBefore: number;
  readonly replacedTokens: number;
  readonly retainedTokens: number;
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
  const { messages, cuts } = projectedMessages(path, { model, runId, reasoning });
  const fresh = messages.findIndex(({ entry }) => entry !== undefined && !isCompaction(entry));
  if (fresh < 0) throw new NothingToCompactError();

  const sizes = messages.map(({ message }) => tokens(message));
  const tokensFrom = sumsFromEnd(sizes);
  const limits = compactionLimits(options);
  const cut =
    chooseCut(
      cuts.filter((at) => at > fresh),
      tokensFrom,
      limits,
    ) ?? messages.length;
  const tokensBefore = tokensFrom[0] ?? 0;
  const retainedTokens = tokensFrom[cut] ?? 0;

  const count = numbered(path);
  const numbers = new Map(count.map(({ entry, number }) => [entry, number]));
  const covered = messages.slice(fresh, cut).map((one): Covered => ({ ...one, number: one.entry && numbers.get(one.entry) }));
  const run = messages.slice(cut).find((one) => one.run !== undefined)?.run ?? runId;
  const split = run === undefined ? -1 : covered.findIndex((one) => one.run === run);
  // A prompt without an answer needs no summary of its run.
  const isBegun = split >= 0 && covered.slice(split).some(({ message }) => message.role === "assistant");
  return {
    limits,
    firstPreserved: messages[cut]?.entry?.id ?? null,
    covers: rangeOf(covered, previous, lastBefore(count, messages[cut]?.entry)),
    previous,
    conversation: isBegun ? covered.slice(0, split) : covered,
    task: isBegun ? covered.slice(split) : [],
    prompt: run === undefined || split < 0 ? undefined : promptOf(path, run, messages[cut]?.entry, previous),
    tokensBefore,
    replacedTokens: tokensBefore - retainedTokens,
    retainedTokens,
  };
};

type Covered = ProjectedMessage & TranscriptMessage;

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
const chooseCut = (
  cuts: readonly number[],
  tokensFrom: readonly number[],
  { retained, maxRetained }: CompactionLimits,
): number | undefined => {
  const most = Math.min(retained, (tokensFrom[0] ?? 0) / 2);
  const fits = (at: number | undefined, limit: number): boolean => at !== undefined && (tokensFrom[at] ?? Infinity) <= limit;
  const first = cuts.find((at) => fits(at, most));
  if (first !== undefined) return first;
  const last = cuts.at(-1);
  return fits(last, maxRetained) ? last : undefined;
};

/**
 * Includes messages that no model received: if only the part after the cut is available, this number counts the earlier
 * ones.
 */
const lastBefore = (count: readonly Numbered[], firstPreserved: Entry | undefined): number | undefined =>
  count.findLast(({ entry }) => firstPreserved === undefined || entry.seq < firstPreserved.seq)?.number;

/** Uses the minimum and maximum, because a late result follows its call. */
const rangeOf = (covered: readonly Covered[], previous: CompactionEntry | undefined, before: number | undefined): MessageRange => {
  const { from: first, to: last } = previous?.covers ?? {};
  const numbers = [first, last, before, ...covered.map(({ number }) => number)].filter((number) => number !== undefined);
  const from = numbers.reduce((least, number) => Math.min(least, number), Infinity);
  return { from: numbers.length === 0 ? 1 : from, to: numbers.reduce((greatest, number) => Math.max(greatest, number), 0) };
};

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
  const prompts = before.flatMap((entry) => {
    if (!isMessage(entry) || entry.run !== run || entry.message.role !== "user") return [];
    const without = refused?.get(entry.id);
    const parts = entry.message.content.filter((_, at) => without?.has(at) !== true && without?.has(undefined) !== true);
    const text = parts.map(partText).join("\n").trim();
    return text === "" ? [] : [text];
  });
  if (prompts.length > 0) return prompts.join("\n\n[Later, during the work:]\n");
  return previous?.preserved.find(({ name }) => name === PROMPT)?.text;
};

/** Token limits of a compaction. */
interface CompactionLimits {
  /** Latest messages that remain. */
  readonly retained: number;
  /** Latest messages, if none would remain otherwise. */
  readonly maxRetained: number;
  /** Summary. */
  readonly summary: number;
  /** All verbatim sections. */
  readonly preserved: number;
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

const RETAINED = 20_000;
const RETAINED_SHARE = 0.25;
/**
 * Share of the window after a compaction: well below the next threshold, except if no message would remain otherwise.
 */
const FULL_SHARE = 0.6;
const FULL_AT_MOST_SHARE = 0.75;
const PRESERVED_SHARE = 0.15;
const PRESERVED_OF_UNKNOWN = 20_000;
const SUMMARY_OF_UNKNOWN = 4_096;

export const compactionLimits = ({ model, keepTokens, maxTokens, overhead = 0 }: CompactionLimitOptions): CompactionLimits => {
  const { contextWindow: window = 0 } = model;
  const summary = maxTokens === undefined ? summaryOf(window) : maxTokens === 0 ? 1024 : maxTokens;
  if (window <= 0) {
    return { retained: keepTokens ?? RETAINED, maxRetained: keepTokens === 0 ? 0 : Infinity, summary, preserved: PRESERVED_OF_UNKNOWN };
  }
  const preserved = Math.floor(window * PRESERVED_SHARE);
  const room = (share: number): number => Math.max(0, Math.floor(window * share) - overhead - summary - preserved);
  const retained = Math.min(keepTokens ?? Math.min(RETAINED, Math.floor(window * RETAINED_SHARE)), room(FULL_SHARE));
  return { retained, maxRetained: keepTokens === 0 ? 0 : room(FULL_AT_MOST_SHARE), summary, preserved };
};

const summaryOf = (window: number): number => (window <= 0 ? SUMMARY_OF_UNKNOWN : Math.min(Math.max(Math.floor(window * 0.04), 512), 8192));
