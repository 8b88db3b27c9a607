import { existsSync } from "node:fs";
import { dollars } from "coxswain/providers";
import { evidenceLine } from "coxswain/session";
import type { Report } from "../prompt/index.ts";
import { escapeLine, shortId } from "../output/index.ts";

export interface SummaryOptions {
  /** Id of the session. Undefined if it is not saved. */
  readonly session: string | undefined;
  /** Milliseconds. */
  readonly duration: number;
  /** Formats an absolute path. */
  readonly shownPath: (path: string) => string;
}

/**
 * Formats the line that ends a run: its time, turns, tokens and cost, the session, and worktrees that remain with their
 * branches.
 */
export const summaryLine = (
  { turns, usage, cost, isCostPartial, worktrees, evidence }: Report,
  { session, duration, shownPath }: SummaryOptions,
): string => {
  const checks = evidence && evidenceLine(evidence, shownPath);
  const tokens = usage.input + usage.cacheRead + usage.cacheWrite + usage.output;
  const parts = [
    durationText(duration),
    turns === 1 ? "1 turn" : `${turns} turns`,
    tokens === 1 ? "1 token" : `${tokens.toLocaleString("en-US")} tokens`,
    isCostPartial && cost === 0 ? "cost unknown" : costText(cost, isCostPartial),
    session === undefined ? "session not saved" : `session ${shortId(session)}`,
    ...(checks === undefined ? [] : [escapeLine(checks)]),
  ];
  const left = worktrees
    .filter(({ path }) => existsSync(path))
    .map(({ path, branch }) => `${escapeLine(path)} (branch ${escapeLine(branch)})`);
  return `${parts.join(", ")}${left.length === 0 ? "" : `. Worktrees with changes: ${left.join(", ")}`}`;
};

/** Formats a cost in USD. `isPartial`: the price of a response is not known. */
export const costText = (cost: number, isPartial: boolean): string => {
  if (!isPartial) return dollars(cost);
  return cost === 0 ? "unknown" : `${dollars(cost)} or more`;
};

/** Formats a cost in USD for a table. `isPartial`: the price of a response is not known. */
export const costCell = (cost: number, isPartial: boolean): string => (isPartial && cost === 0 ? "no price" : costText(cost, isPartial));

const durationText = (duration: number): string => {
  const seconds = Math.round(duration / 1000);
  if (seconds < 60) return duration < 10_000 ? `${(duration / 1000).toFixed(1)} s` : `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};
