import type { AnyEntry } from "coxswain";
import { isMessage } from "coxswain/session";

/** A point of a conversation that the user can go back to. */
export interface TreePoint {
  readonly id: string;
  /** Position in the log. */
  readonly seq: number;
  /** The run of a message. */
  readonly run?: string;
  readonly kind: "prompt" | "answer" | "summary" | "cleared";
  readonly text: string;
  /** Number of branches above it that are not the only one. */
  readonly depth: number;
  readonly label?: string;
  /** True for the points of the active path. */
  readonly isActive: boolean;
  /** True for the last point of the active path. */
  readonly isCurrent: boolean;
  /** The entry after which the conversation continues: before a prompt, and after the run of an answer. Null: the beginning. */
  readonly target: string | null;
}

interface SessionPosition {
  /** Parent of the next entry. */
  readonly leaf: string | null;
  /** Labels by entry id. */
  readonly labels: Readonly<Record<string, string>>;
}

/** Returns the points of all branches, each branch as a whole, in the order of their beginning. */
export const treePoints = (entries: readonly AnyEntry[], { leaf, labels }: SessionPosition): readonly TreePoint[] => {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const nested = Map.groupBy(
    entries.filter(({ type }) => type !== "leaf"),
    ({ parent }) => (parent !== null && byId.has(parent) ? parent : null),
  );
  const active = new Set<string>();
  for (let at = leaf; at !== null && !active.has(at); at = byId.get(at)?.parent ?? null) active.add(at);
  const points: TreePoint[] = [];
  // A stack instead of recursion: a conversation is as deep as it is long.
  const open = (nested.get(null) ?? []).map((entry) => ({ entry, depth: 0 })).toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { entry, depth } = next;
    const point = pointOf(entry);
    const label = labels[entry.id];
    if (point !== undefined)
      points.push({
        id: entry.id,
        seq: entry.seq,
        ...(isMessage(entry) && entry.run !== undefined ? { run: entry.run } : {}),
        ...point,
        depth,
        ...(label === undefined ? {} : { label }),
        isActive: active.has(entry.id),
        isCurrent: false,
        target: point.kind === "prompt" ? beforePrompt(entry, byId) : afterAnswer(entry, nested),
      });
    const below = nested.get(entry.id) ?? [];
    const isFork = below.length > 1;
    open.push(...below.map((one) => ({ entry: one, depth: isFork ? depth + 1 : depth })).toReversed());
  }
  const current = points.findLast(({ isActive }) => isActive);
  return points.map((point) => (point === current ? { ...point, isCurrent: true } : point));
};

const pointOf = (entry: AnyEntry): Pick<TreePoint, "kind" | "text"> | undefined => {
  if (entry.type === "compaction") return { kind: "summary", text: entry.summary };
  if (entry.type === "branch_summary") return { kind: "summary", text: entry.summary };
  if (entry.type === "reset") return { kind: "cleared", text: "" };
  if (!isMessage(entry)) return undefined;
  const { message } = entry;
  const text = message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  if (message.role === "user" && message.source === undefined) return { kind: "prompt", text: message.typed ?? text };
  return message.role === "assistant" && text.trim() !== "" ? { kind: "answer", text } : undefined;
};

/** Entries with which a prompt begins. Going back between them and the prompt would leave an interrupted run. */
const OPENINGS: ReadonlySet<AnyEntry["type"]> = new Set(["run_start", "inbox_admit"]);

const beforePrompt = ({ parent }: AnyEntry, byId: ReadonlyMap<string, AnyEntry>): string | null => {
  const before = parent === null ? undefined : byId.get(parent);
  return before !== undefined && OPENINGS.has(before.type) ? beforePrompt(before, byId) : parent;
};

/** The end of the run that the answer ends, or the answer itself. */
const afterAnswer = ({ id }: AnyEntry, nested: ReadonlyMap<string | null, readonly AnyEntry[]>): string => {
  for (let next = nested.get(id)?.[0]; next !== undefined && !isMessage(next); next = nested.get(next.id)?.[0])
    if (next.type === "run_end") return next.id;
  return id;
};
