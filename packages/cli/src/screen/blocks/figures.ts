import { dollars } from "coxswain/providers";
import type { RunBlock } from "coxswain/view";
import { escapeLine } from "../../output/index.ts";

/**
 * The figures of a run that has ended: its duration, turns, tokens and cost, without those that are 0, and its checks. An answer
 * that broke off may have none, because its provider has not reported its usage.
 */
export const runFigures = ({ at, endedAt, turns, usage, cost, checks }: RunBlock): readonly string[] => {
  const tokens = usage.input + usage.cacheRead + usage.cacheWrite + usage.output;
  return [
    formatDuration(endedAt - at),
    ...(turns === 0 ? [] : [turns === 1 ? "1 turn" : `${turns} turns`]),
    ...(tokens === 0 ? [] : [`${formatTokens(tokens)} tokens`]),
    ...(cost === 0 ? [] : [dollars(cost)]),
    ...(checks === undefined ? [] : [escapeLine(checks)]),
  ];
};

/** Formats a duration: `0.4 s`, `12 s`, `3 min 5 s`, `1 h 2 min`. */
export const formatDuration = (ms: number): string => {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 10) return `${(Math.floor(seconds * 10) / 10).toFixed(1)} s`;
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** Formats the age of something in one unit: `now`, `5 min`, `3 h`, `12 d`. */
export const formatAge = (ms: number): string => {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} d`;
};

/** Formats a number of tokens in few characters: `950`, `4.2k`, `131k`, `1.3M`. */
export const formatTokens = (tokens: number): string => {
  if (tokens < 1000) return String(tokens);
  if (tokens < 10_000) return `${(tokens / 1000).toFixed(1)}k`;
  if (tokens < 999_500) return `${Math.round(tokens / 1000)}k`;
  return `${(tokens / 1_000_000).toFixed(1)}M`;
};
