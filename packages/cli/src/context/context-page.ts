import { dollars } from "coxswain/providers";
import { type CacheBreak, type CacheReport, type ContextItem, type ContextReport, type PrefixSegment } from "coxswain/session";
import { columns, escapeLine } from "../output/index.ts";
import { formatMinute } from "../time/index.ts";
import { CONTEXT_KINDS } from "./context-parts.ts";

/** Number of the largest items that the page names. */
const LARGEST = 5;

/** Describes a session's next request for a terminal. */
export const contextPage = (report: ContextReport, width: number): string =>
  [headOf(report), tableOf(report), largestItems(report, width).join("\n"), "", `${costText(report).join("\n")}\n`].join("\n");

const headOf = ({ id, model, measured }: ContextReport): string =>
  `Session  ${id}\nModel    ${escapeLine(model)}\n${
    measured
      ? "Token counts are estimates based on the usage of the last response."
      : "Token counts are estimates: the provider has not reported any usage yet."
  }\n`;

const tableOf = ({ items, total, window, answer }: ContextReport): string => {
  const rows = CONTEXT_KINDS.flatMap(([kind, name]) => {
    const ofKind = items.filter((item) => item.kind === kind);
    if (ofKind.length === 0) return [];
    const sections = kind === "system" ? ofKind.map((item) => [`  ${escapeLine(item.name)}`, figure(item.tokens), ""]) : [];
    return [[`${name} (${ofKind.length})`, figure(sum(ofKind)), percent(sum(ofKind), total)], ...sections];
  });
  const room: readonly (readonly string[])[] =
    window === undefined
      ? [["unknown context window", "", ""]]
      : [
          ["reserved for the answer", figure(answer), percent(answer, window)],
          ["free", figure(Math.max(0, window - total - answer)), percent(Math.max(0, window - total - answer), window)],
        ];
  const all = ["total", figure(total), window === undefined ? "" : `${percent(total, window)} of ${figure(window)}`];
  return columns([["next request", "tokens", ""], ...rows, all, ...room], [1]);
};

/** Names the largest items of the request. */
export const largestItems = ({ items }: ContextReport, width: number): readonly string[] => {
  const largest = items.toSorted((one, other) => other.tokens - one.tokens).slice(0, LARGEST);
  const rows = columns(
    largest.map(({ kind, name, tokens }) => [figure(tokens), kind, escapeLine(name)]),
    [0],
  );
  const lines = rows.trimEnd().split("\n");
  return ["largest", ...lines.map((line) => `  ${line}`.slice(0, width).trimEnd())];
};

/** Describes the cost of the next request, and what the provider has of it in its cache. */
export const costText = ({ cost, cache, total }: ContextReport): readonly string[] => [
  cost === undefined
    ? "The model's price is unknown."
    : `The next request costs ${dollars(cost.warm)} with a warm cache and\n${dollars(cost.cold)} with a cold one, without its answer.`,
  ...lastLine(cache),
  ...(cache.last === undefined ? [] : [nextLine(cache, total)]),
  ...(cache.lastBreak === undefined ? [] : [cacheBreakLine(cache.lastBreak)]),
];

const lastLine = ({ last }: CacheReport): readonly string[] =>
  last === undefined
    ? []
    : [
        `Last request (${formatMinute(last.at)}): ${figure(last.sent)} tokens,\n${figure(last.read)} read from the provider's cache and ${figure(last.written)} written to it.`,
      ];

const nextLine = ({ cached, change, dropsReasoning, expired }: CacheReport, total: number): string => {
  if (expired) return "The cache has expired since then: the next request is cold.";
  const can = `${figure(cached)} of the next ${figure(total)} tokens can be read from the cache`;
  if (dropsReasoning === true) return `${can}:\nthe reasoning after them is not sent again, because its run has ended.`;
  return change === undefined ? `${can}.` : `${can}:\n${pieceOf(change.segment)} has changed.`;
};

const cacheBreakLine = ({ at, reason, sentBefore, read }: CacheBreak): string =>
  `Last cache miss at ${formatMinute(at)}: ${REASONS[reason]}\n(${figure(read)} of ${figure(sentBefore)} tokens were read from the cache).`;

const pieceOf = ({ part, at, name }: PrefixSegment): string => {
  if (part === "tools") return `the tool ${escapeLine(name)}`;
  return part === "system" ? `the section ${escapeLine(name)}` : `message ${at + 1} (${escapeLine(name)})`;
};

const REASONS: Readonly<Record<CacheBreak["reason"], string>> = {
  model: "the model changed",
  tools: "the tools changed",
  reasoning: "reasoning is dropped when its run ends",
  compaction: "the conversation was compacted",
  reset: "the conversation was reset",
  repair: "an item was removed to repair the request",
  expired: "the last request was too long ago",
  unknown: "the reason is not in the session",
};

const sum = (items: readonly ContextItem[]): number => items.reduce((total, { tokens }) => total + tokens, 0);

const figure = (count: number): string => count.toLocaleString("en-US");

const percent = (part: number, whole: number): string => (whole <= 0 ? "" : `${Math.round((part / whole) * 100)}%`);
