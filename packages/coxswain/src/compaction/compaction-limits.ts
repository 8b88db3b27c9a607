import type { ModelInfo } from "../model/index.ts";

/** How the tokens of a window are shared out by a compaction. */
export interface CompactionLimits {
  /** Of the latest messages, which stay as they are. */
  readonly kept: number;
  /** Of the latest messages where nothing of them would stay otherwise. */
  readonly keptAtMost: number;
  /** Of the summary. */
  readonly summary: number;
  /** Of all that is carried word for word. */
  readonly carried: number;
}

export interface CompactionLimitOptions {
  /** The model that the conversation goes on with. */
  readonly model: Pick<ModelInfo, "contextWindow">;
  /** 0: nothing stays. Default: 20,000, and at most a quarter of the window. */
  readonly keepTokens?: number | undefined;
  /** Of the summary; 0: 1024. Default: 4 % of the window, from 512 to 8192. */
  readonly maxTokens?: number | undefined;
  /** Tokens of what stands before the messages: system prompt and tools. Default: 0. */
  readonly overhead?: number | undefined;
}

const KEPT = 20_000;
const KEPT_SHARE = 0.25;
/** Of the window, after a compaction: well below where the next one is due; below it where nothing would stay otherwise. */
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
