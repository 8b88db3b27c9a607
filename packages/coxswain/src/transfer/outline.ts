import { type Entry, isLeaf, isRelocate } from "../log/index.ts";
import { isValidEntry, responseSpending } from "../journal/index.ts";
import { asRecord } from "../base/index.ts";
import { isMessage } from "../loop/index.ts";
import { asTyped, textOf } from "../model/index.ts";
import type { SessionSource } from "./source.ts";
import { firstWords } from "./visible.ts";

/** A part of a session's tree without forks, whose entries are consecutive in the log. */
export interface Segment {
  /** Counted from 0, in log order. */
  readonly number: number;
  /** Number of the parent segment. */
  readonly parent: number | undefined;
  /** Number of ancestors. */
  readonly depth: number;
  /** True if the segment is on the active path. */
  readonly active: boolean;
  /** First words of the segment. */
  readonly words: string;
}

/** Properties of a session that are needed before its entries are exported one by one. */
export interface Outline {
  readonly segments: readonly Segment[];
  /** Yields the tree entries in log order, each with its segment. */
  entries(): AsyncGenerator<{ readonly entry: Entry; readonly segment: Segment }>;
  readonly title: string | undefined;
  readonly models: readonly string[];
  /** Current working folder. */
  readonly cwd: string;
  readonly messages: number;
  /** USD, best effort. */
  readonly cost: number;
}

const WORDS = 80;

/** Reads a session once. It remembers only the position of each entry and the first words of each message. */
export const outlineOf = async (source: SessionSource): Promise<Outline> => {
  const tree = new Places();
  const words = new Map<number, string>();
  const models = new Set<string>();
  let title: string | undefined;
  let cwd = source.header.cwd;
  let messages = 0;
  let cost = 0;
  for await (const entry of source.read()) {
    const at = tree.add(entry);
    if (at === undefined) continue;
    if (!isValidEntry(entry)) continue;
    if (isRelocate(entry)) cwd = entry.cwd;
    title = titleIn(entry) ?? title;
    if (!isMessage(entry)) continue;
    const { message } = entry;
    messages += 1;
    if (message.role === "assistant" && message.source === undefined) models.add(message.model);
    cost += responseSpending(entry)?.cost ?? 0;
    const text = message.role === "tool" ? "" : textOf(message.role === "user" ? asTyped(message) : message);
    if (text.trim() !== "") words.set(at, firstWords(text, WORDS));
  }
  const { segments, segmentOf } = tree.segments(words);
  return { segments, entries: () => placed(source, tree, segmentOf), title, models: [...models], cwd, messages, cost };
};

const titleIn = (entry: Entry): string | undefined => {
  const facts = entry.type === "setup" ? asRecord(asRecord(entry)["setup"]) : entry.type === "title_change" ? asRecord(entry) : {};
  return typeof facts["title"] === "string" ? facts["title"] : undefined;
};

async function* placed(source: SessionSource, tree: Places, segmentOf: (at: number) => Segment) {
  let next = 0;
  for await (const entry of source.read()) {
    const at = tree.at(entry.id);
    // Skips entries appended since, duplicate ids, and leaf entries.
    if (at !== next) continue;
    next += 1;
    yield { entry, segment: segmentOf(at) };
  }
}

/** The same tree as the log's, by entry numbers instead of entries. */
class Places {
  readonly #ids = new Map<string, number>();
  /** Parent number of each entry; -1: none. */
  readonly #parents: number[] = [];
  readonly #children: number[] = [];
  readonly #leaves = new Set<string>();
  #leaf = -1;

  /** Returns the number of an entry in the tree. */
  at(id: string): number | undefined {
    return this.#ids.get(id);
  }

  /** Returns undefined for an entry that is not added to the tree. */
  add(entry: Entry): number | undefined {
    if (this.#ids.has(entry.id) || this.#leaves.has(entry.id)) return undefined;
    if (isLeaf(entry)) {
      this.#leaves.add(entry.id);
      const to = entry.to === null ? -1 : this.#ids.get(entry.to);
      if (to !== undefined) this.#leaf = to;
      return undefined;
    }
    const at = this.#parents.length;
    const parent = entry.parent === null ? this.#leaf : (this.#ids.get(entry.parent) ?? at - 1);
    this.#ids.set(entry.id, at);
    this.#parents.push(parent);
    this.#children.push(0);
    if (parent >= 0) this.#children[parent] = (this.#children[parent] ?? 0) + 1;
    this.#leaf = at;
    return at;
  }

  segments(words: ReadonlyMap<number, string>): { readonly segments: readonly Segment[]; readonly segmentOf: (at: number) => Segment } {
    const active = this.#active();
    const segments: Segment[] = [];
    const numbers: number[] = [];
    let found = "";
    for (let at = 0; at < this.#parents.length; at++) {
      const parent = this.#parents[at] ?? -1;
      const isContinued = parent === at - 1 && this.#children[parent] === 1 && active.has(parent) === active.has(at);
      if (!isContinued) {
        const above = parent < 0 ? undefined : segments[numbers[parent] ?? 0];
        const depth = above === undefined ? 0 : above.depth + 1;
        segments.push({ number: segments.length, parent: above?.number, depth, active: active.has(at), words: "" });
        found = "";
      }
      numbers.push(segments.length - 1);
      const first = words.get(at);
      if (found !== "" || first === undefined) continue;
      found = first;
      segments.push({ ...(segments.pop() as Segment), words: found });
    }
    return { segments, segmentOf: (at) => segments[numbers[at] ?? 0] as Segment };
  }

  #active(): ReadonlySet<number> {
    const active = new Set<number>();
    for (let at = this.#leaf; at >= 0; at = this.#parents[at] ?? -1) active.add(at);
    return active;
  }
}
