import { toolsSentState } from "../../context/index.ts";
import type { Entry } from "../../log/index.ts";
import type { PrefixReason } from "../../journal/index.ts";
import { reasonIn } from "../prefix/index.ts";
import { isResponse, type Response, sentTokens } from "./responses.ts";

/** A response for which a provider read anew what it had been sent before. */
export interface CacheBreak {
  /** The message's id. */
  readonly entry: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** `expired`: more time had gone by than a provider keeps what it has read. `unknown`: nothing in the log tells of it. */
  readonly reason: Exclude<PrefixReason, "system" | "images" | "branch"> | "expired";
  /** Tokens that could have come from the cache, and those that did. */
  readonly sentBefore: number;
  readonly read: number;
}

/** Prompts below this are kept by hardly any provider. */
const SMALLEST = 2048;
/** Of what was sent before, how much must have come from the cache for it to have been warm: providers keep whole blocks. */
const WARM = 0.5;

/** The last time that the cache was cold, by what the provider told of each response; undefined where it was warm, or tells nothing. */
export const lastCacheBreak = (path: readonly Entry[], keptMs: number): CacheBreak | undefined => {
  const places = path.flatMap((entry, at) => (isResponse(entry) ? [at] : []));
  for (let step = places.length - 1; step > 0; step -= 1) {
    const [from, to] = [places[step - 1] ?? 0, places[step] ?? 0];
    const [before, after] = [path[from] as Response, path[to] as Response];
    const sentBefore = sentTokens(before.message.usage);
    const read = after.message.usage.cacheRead;
    if (sentBefore < SMALLEST || read >= sentBefore * WARM || !tells(path, places)) continue;
    return { entry: after.id, at: after.at, reason: reasonFor(before, after, path.slice(from + 1, to), keptMs), sentBefore, read };
  }
  return undefined;
};

/** A provider that never had a cache to speak of has none that could be cold. */
const tells = (path: readonly Entry[], places: readonly number[]): boolean =>
  places.some((at) => {
    const { cacheRead, cacheWrite } = (path[at] as Response).message.usage;
    return cacheRead + cacheWrite > 0;
  });

const reasonFor = (before: Response, after: Response, between: readonly Entry[], keptMs: number): CacheBreak["reason"] => {
  if (before.message.model !== after.message.model) return "model";
  const told = reasonIn(between);
  if (told === "reset" || told === "compaction" || told === "repair") return told;
  if (between.some((entry) => toolsSentState.apply(null, entry) !== null)) return "tools";
  if (after.at - before.at > keptMs) return "expired";
  const reasoned = before.run !== after.run && before.message.content.some(({ type }) => type === "reasoning");
  return reasoned ? "reasoning" : "unknown";
};
