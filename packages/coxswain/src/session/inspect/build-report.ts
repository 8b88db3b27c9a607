import {
  contextTokensOf,
  lastMeasured,
  type PrefixBreak,
  hashedTools,
  lintPrefix,
  type PromptPrefix,
  type Projection,
  type ProjectionRequest,
  toolsSentState,
} from "../../context/index.ts";
import { type CacheBreak, lastCacheBreak } from "./cache-break.ts";
import { type ContextItem, contextItems } from "./context-item.ts";
import { type Log, entryList } from "../../log/index.ts";
import {
  costOf,
  estimateMessageTokens,
  estimateTextTokens,
  estimateToolTokens,
  hasReasoning,
  type ModelInfo,
  type ModelRequest,
  NO_USAGE,
  windowUsage,
} from "../../model/index.ts";
import { type InspectHost, nextRequest } from "./next-request.ts";
import { lastResponse, sentTokens } from "./responses.ts";
import { isMessage } from "../../loop/index.ts";

/** Default lifetime of a provider's cache, in milliseconds. */
const CACHE_MS = 300_000;

/** Writes to `log`: pass a copy. `cacheMs` is the lifetime of the provider's cache. */
export const reportOf = async (log: Log, host: InspectHost, info: ModelInfo, cacheMs = CACHE_MS): Promise<ContextReport> => {
  const next = await nextRequest(log, host, info);
  const { request, sections } = next;
  const { tools, messages } = request;
  const estimated = contextItems({ sections, tools, messages, path: log.path.entries });
  const total = contextTokensOf(log.path.entries, () => request);
  const scale = total / Math.max(1, sum(estimated.map(({ tokens }) => tokens)));
  const last = lastResponse(log.path.entries);
  const broken = breakSinceLast(log, { tools, system: sections, messages }, { ...next, info });
  const change = broken?.change;
  const reported = last?.message.model === info.reference ? sentTokens(windowUsage(last.message)) : 0;
  const cached = Math.min(reported, change === undefined ? total : Math.round(tokensBefore(change, request) * scale));
  const usage = last && windowUsage(last.message);
  const lastBreak = lastCacheBreak(log.path.entries, cacheMs);
  const cold = costOf({ ...NO_USAGE, cacheWrite: total }, info.price);
  const warm = costOf({ ...NO_USAGE, cacheRead: cached, cacheWrite: total - cached }, info.price);
  return {
    id: log.header.id,
    model: info.reference,
    items: scaled(estimated, total, scale),
    total,
    measured: lastMeasured(log.path.entries) !== undefined,
    ...(info.contextWindow === undefined ? {} : { window: info.contextWindow }),
    answer: request.maxOutputTokens,
    ...(cold === undefined || warm === undefined ? {} : { cost: { warm, cold } }),
    cache: {
      cached,
      expired: last !== undefined && host.now() - last.at > cacheMs,
      ...broken,
      ...(last === undefined || usage === undefined
        ? {}
        : { last: { at: last.at, sent: sentTokens(usage), read: usage.cacheRead, written: usage.cacheWrite } }),
      ...(lastBreak === undefined ? {} : { lastBreak }),
    },
  };
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Whole numbers that add up: what rounding leaves goes to the largest. */
const scaled = (items: readonly ContextItem[], total: number, scale: number): readonly ContextItem[] => {
  const whole = items.map((item) => ({ ...item, tokens: Math.floor(item.tokens * scale) }));
  const rest = total - sum(whole.map(({ tokens }) => tokens));
  const largest = whole.reduce((most, { tokens }, at) => (tokens > (whole[most]?.tokens ?? 0) ? at : most), 0);
  return whole.map((item, at) => (at === largest ? { ...item, tokens: item.tokens + rest } : item));
};

const tokensBefore = ({ segment: { part, at } }: PrefixBreak, { tools, system, messages }: Omit<ModelRequest, "signal">): number => {
  const toolTokens = tools.map(estimateToolTokens);
  if (part === "tools") return sum(toolTokens.slice(0, at));
  const systemTokens = system.map(estimateTextTokens);
  if (part === "system") return sum(toolTokens) + sum(systemTokens.slice(0, at));
  return sum(toolTokens) + sum(systemTokens) + sum(messages.slice(0, at).map(estimateMessageTokens));
};

/** The request that a session would send now, without the user's next message. All tokens are estimates. */
export interface ContextReport {
  readonly id: string;
  readonly model: string;
  /** In the order in which they are sent. They add up to `total`. */
  readonly items: readonly ContextItem[];
  readonly total: number;
  /** True if the estimate is based on the provider's usage for the last response. */
  readonly measured: boolean;
  /** Tokens of input and output together; absent if unknown. */
  readonly window?: number;
  /** Maximum tokens of the answer. */
  readonly answer: number;
  /** Cost of the input with a warm and with a cold cache, in USD. Absent: the price is unknown. */
  readonly cost?: { readonly warm: number; readonly cold: number };
  readonly cache: CacheReport;
}

/** The part of a session's next request that the provider may have in its cache, according to the log. */
export interface CacheReport {
  /** Tokens of the request that may be cached. */
  readonly cached: number;
  /** True if the cache has expired since the last response. */
  readonly expired: boolean;
  /** The first part that differs from the last request: from there on nothing is cached. Absent: there is none. */
  readonly change?: PrefixBreak;
  /** True if that part is an answer whose reasoning is not sent again, because its run has ended. Default: false. */
  readonly dropsReasoning?: boolean;
  /** The provider's usage for the last response. */
  readonly last?: { readonly at: number; readonly sent: number; readonly read: number; readonly written: number };
  /** The last cache miss. */
  readonly lastBreak?: CacheBreak;
}

/** Returns the first part of the next request that differs from the last answered one; undefined if none differs, or there was none. */
const breakSinceLast = (
  log: Log,
  next: PromptPrefix,
  {
    project,
    info,
    reasoning,
  }: { readonly project: Projection; readonly info: ModelInfo; readonly reasoning: ProjectionRequest["reasoning"] },
): Pick<CacheReport, "change" | "dropsReasoning"> | undefined => {
  const last = lastResponse(log.path.entries);
  if (last === undefined) return undefined;
  const sent = log.view(toolsSentState);
  const now = hashedTools(next.tools);
  const other = next.tools.findIndex(({ name }) => sent !== null && sent[name] !== now[name]);
  const tool = next.tools[other];
  if (tool !== undefined) return { change: { segment: { part: "tools", at: other, name: tool.name }, change: "changed" } };
  const gone = Object.keys(sent ?? {}).find((name) => now[name] === undefined);
  if (gone !== undefined) return { change: { segment: { part: "tools", at: 0, name: gone }, change: "removed" } };
  const before = log.path.entries.slice(0, log.path.entries.indexOf(last));
  const asked: ProjectionRequest = { model: info, reasoning, ...(isMessage(last) ? { runId: last.run } : {}) };
  const messages = project(entryList(before), asked);
  const change = lintPrefix({ ...next, messages }, next);
  if (change === undefined) return undefined;
  const { part, at } = change.segment;
  const reasons = (list: PromptPrefix["messages"]): boolean => list[at]?.role === "assistant" && hasReasoning(list[at]);
  return { change, ...(part === "messages" && reasons(messages) && !reasons(next.messages) ? { dropsReasoning: true } : {}) };
};
