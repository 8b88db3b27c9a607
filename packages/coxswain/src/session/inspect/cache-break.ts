import { toolsSentState } from "../../context/index.ts";
import type { Entry } from "../../log/index.ts";
import { hasReasoning, windowUsage } from "../../model/index.ts";
import type { PrefixReason } from "../../journal/index.ts";
import { reasonIn } from "../prefix/index.ts";
import { isResponse, type Response, sentTokens } from "./responses.ts";

/** A response for which the provider did not use its cache of the earlier requests. */
export interface CacheBreak {
  /** The message's id. */
  readonly entry: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** `expired`: the cache had expired. `unknown`: the log has no reason. */
  readonly reason: Exclude<PrefixReason, "system" | "images" | "branch"> | "expired";
  /** Tokens that the cache could have had, and tokens read from it. */
  readonly sentBefore: number;
  readonly read: number;
}

/** Few providers cache shorter prompts. */
const SMALLEST = 2048;
/** The share of earlier tokens that a warm cache returns at least: providers cache whole blocks. */
const WARM = 0.5;

/** Returns the last cache miss, by the usage of each response; undefined if there was none, or the provider reports none. */
export const lastCacheBreak = (path: readonly Entry[], cacheMs: number): CacheBreak | undefined => {
  const places = path.flatMap((entry, at) => (isResponse(entry) ? [at] : []));
  for (let step = places.length - 1; step > 0; step -= 1) {
    const [from, to] = [places[step - 1] ?? 0, places[step] ?? 0];
    const [before, after] = [path[from] as Response, path[to] as Response];
    const sentBefore = sentTokens(windowUsage(before.message));
    const read = windowUsage(after.message).cacheRead;
    if (sentBefore < SMALLEST || read >= sentBefore * WARM || !reportsCache(path, places)) continue;
    return { entry: after.id, at: after.at, reason: reasonFor(before, after, path.slice(from + 1, to), cacheMs), sentBefore, read };
  }
  return undefined;
};

/** Returns true if the provider has ever reported use of its cache. */
const reportsCache = (path: readonly Entry[], places: readonly number[]): boolean =>
  places.some((at) => {
    const { cacheRead, cacheWrite } = windowUsage((path[at] as Response).message);
    return cacheRead + cacheWrite > 0;
  });

const reasonFor = (before: Response, after: Response, between: readonly Entry[], cacheMs: number): CacheBreak["reason"] => {
  if (before.message.model !== after.message.model) return "model";
  const reason = reasonIn(between);
  if (reason === "reset" || reason === "compaction" || reason === "repair") return reason;
  if (between.some((entry) => toolsSentState.apply(null, entry) !== null)) return "tools";
  if (after.at - before.at > cacheMs) return "expired";
  const reasoned = before.run !== after.run && hasReasoning(before.message);
  return reasoned ? "reasoning" : "unknown";
};
