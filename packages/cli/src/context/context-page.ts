import { dollars } from "coxswain/providers";
import {
  type CacheBreak,
  type CacheReport,
  type ContextItem,
  type ContextKind,
  type ContextReport,
  type PrefixSegment,
} from "coxswain/session";
import { columns, escapeLine } from "../output/index.ts";
import { minute } from "../time/index.ts";

/** How many of the largest pieces are named. */
const LARGEST = 5;

/** What a session would send next, for people at a terminal. */
export const contextPage = (report: ContextReport, width: number): string =>
  [headOf(report), tableOf(report), largestIn(report, width), cacheLines(report)].join("\n");

const headOf = ({ id, model, measured }: ContextReport): string =>
  `Session  ${id}\nModel    ${escapeLine(model)}\n${
    measured
      ? "Tokens are estimates, from what the provider said of the last response."
      : "Tokens are estimates: nothing of this has been measured by the provider yet."
  }\n`;

const KINDS: readonly (readonly [ContextKind, string])[] = [
  ["tool", "tools"],
  ["system", "system prompt"],
  ["summary", "summaries"],
  ["preserved", "preserved by compaction"],
  ["person", "you"],
  ["assistant", "the model"],
  ["result", "results of tools"],
  ["image", "images"],
  ["note", "notes and your commands"],
];

const tableOf = ({ items, total, window, answer }: ContextReport): string => {
  const rows = KINDS.flatMap(([kind, name]) => {
    const of = items.filter((item) => item.kind === kind);
    if (of.length === 0) return [];
    const sections = kind === "system" ? of.map((item) => [`  ${escapeLine(item.name)}`, figure(item.tokens), ""]) : [];
    return [[`${name} (${of.length})`, figure(sum(of)), percent(sum(of), total)], ...sections];
  });
  const room: readonly (readonly string[])[] =
    window === undefined
      ? [["the model's window is not known", "", ""]]
      : [
          ["kept free for the answer", figure(answer), percent(answer, window)],
          ["left", figure(Math.max(0, window - total - answer)), percent(Math.max(0, window - total - answer), window)],
        ];
  const all = ["all", figure(total), window === undefined ? "" : `${percent(total, window)} of ${figure(window)}`];
  return columns([["goes out next", "tokens", ""], ...rows, all, ...room], [1]);
};

const largestIn = ({ items }: ContextReport, width: number): string => {
  const largest = items.toSorted((one, other) => other.tokens - one.tokens).slice(0, LARGEST);
  const rows = columns(
    largest.map(({ kind, name, tokens }) => [figure(tokens), kind, escapeLine(name)]),
    [0],
  );
  const lines = rows.split("\n").map((line) => `  ${line}`.slice(0, width).trimEnd());
  return ["largest", ...lines].join("\n");
};

const cacheLines = ({ cost, cache, total }: ContextReport): string => {
  const lines = [
    cost === undefined
      ? "The model has no known price."
      : `The next request costs ${dollars(cost.warm)} warm and ${dollars(cost.cold)} cold, without its answer.`,
    ...lastLine(cache),
    ...(cache.last === undefined ? [] : [nextLine(cache, total)]),
    ...(cache.broke === undefined ? [] : [brokeLine(cache.broke)]),
  ];
  return `${lines.join("\n")}\n`;
};

const lastLine = ({ last }: CacheReport): readonly string[] =>
  last === undefined
    ? []
    : [
        `Of ${figure(last.sent)} tokens sent for the last response (${minute(last.at)}),\n${figure(last.read)} came from the provider's cache and ${figure(last.written)} were written to it.`,
      ];

const nextLine = ({ cached, change, expired }: CacheReport, total: number): string => {
  if (expired) return "Since then more time has gone by than a provider keeps what it has read: cold.";
  const can = `${figure(cached)} of ${figure(total)} tokens can come from it next`;
  return change === undefined ? `${can}.` : `${can}:\n${pieceOf(change.segment)} is not as it was sent.`;
};

const brokeLine = ({ at, reason, sentBefore, read }: CacheBreak): string =>
  `The cache was last cold at ${minute(at)}: ${REASONS[reason]}\n(${figure(read)} of ${figure(sentBefore)} tokens came from it).`;

const pieceOf = ({ part, at, name }: PrefixSegment): string => {
  if (part === "tools") return `the tool ${escapeLine(name)}`;
  return part === "system" ? `the section ${escapeLine(name)}` : `message ${at + 1} (${escapeLine(name)})`;
};

const REASONS: Readonly<Record<CacheBreak["reason"], string>> = {
  model: "another model was asked",
  tools: "the tools were others",
  reasoning: "reasoning goes with its run",
  compaction: "the conversation was compacted",
  reset: "the conversation began anew",
  repair: "an item was taken out",
  expired: "the last request was too long ago",
  unknown: "nothing in the session says why",
};

const sum = (items: readonly ContextItem[]): number => items.reduce((total, { tokens }) => total + tokens, 0);

const figure = (count: number): string => count.toLocaleString("en-US");

const percent = (part: number, whole: number): string => (whole <= 0 ? "" : `${Math.round((part / whole) * 100)}%`);
