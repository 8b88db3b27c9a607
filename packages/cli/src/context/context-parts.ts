import type { ContextItem, ContextKind, ContextReport } from "coxswain/session";

/** A part of the window that is shown as one. */
export interface ContextPart {
  /** `answer`: reserved for the answer. */
  readonly kind: ContextKind | "answer" | "free";
  readonly name: string;
  readonly tokens: number;
  /** The items of the part by their name, server or tool, the largest first. */
  readonly details: readonly { readonly name: string; readonly count: number; readonly tokens: number }[];
}

/** The kinds of items in the order of a request, with their names for people. */
export const CONTEXT_KINDS: readonly (readonly [ContextKind, string])[] = [
  ["tool", "tools"],
  ["system", "system prompt"],
  ["summary", "summaries"],
  ["preserved", "preserved by compaction"],
  ["person", "you"],
  ["reasoning", "reasoning"],
  ["assistant", "the model"],
  ["result", "results of tools"],
  ["image", "images"],
  ["note", "notes and your commands"],
];

/** Divides the window into its parts. Without a known window there is no free part. */
export const contextParts = ({ items, total, window, answer }: ContextReport): readonly ContextPart[] => [
  ...CONTEXT_KINDS.flatMap(([kind, name]): readonly ContextPart[] => {
    const own = items.filter((item) => item.kind === kind);
    return own.length === 0 ? [] : [{ kind, name, tokens: sum(own), details: detailsOf(kind, own) }];
  }),
  ...(window === undefined
    ? []
    : [
        { kind: "answer" as const, name: "reserved for the answer", tokens: Math.min(answer, Math.max(0, window - total)), details: [] },
        { kind: "free" as const, name: "free", tokens: Math.max(0, window - total - answer), details: [] },
      ]),
];

/** Returns the server of a tool that is named `mcp__SERVER__TOOL`; the tool's own name for any other. */
const serverOf = (tool: string): string => /^mcp__(.+?)__/.exec(tool)?.[1] ?? tool;

/** Kinds whose items are grouped by their name. */
const NAMED: Readonly<Partial<Record<ContextKind, (name: string) => string>>> = {
  tool: serverOf,
  system: (name) => name,
  preserved: (name) => name,
  result: (name) => serverOf(name.slice(0, name.indexOf(":"))),
};

const detailsOf = (kind: ContextKind, items: readonly ContextItem[]): ContextPart["details"] => {
  const groupOf = NAMED[kind];
  if (groupOf === undefined) return [];
  return [...Map.groupBy(items, ({ name }) => groupOf(name))]
    .map(([name, own]) => ({ name, count: own.length, tokens: sum(own) }))
    .toSorted((one, other) => other.tokens - one.tokens);
};

const sum = (items: readonly { readonly tokens: number }[]): number => items.reduce((total, { tokens }) => total + tokens, 0);
