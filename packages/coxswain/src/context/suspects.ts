import type { Entry } from "../log/index.ts";
import { isMessage, type MessageEntry } from "../loop/index.ts";
import { visibleEntries } from "./boundary.ts";
import { isBranchSummary } from "./branch-summary-entry.ts";
import { isCompaction } from "./compaction-entry.ts";
import { isOpaque, quarantinedOn } from "./quarantine.ts";
import type { Quarantine } from "./repair-entry.ts";
import { isShell } from "./shell-entry.ts";

/**
 * An item that may cause a provider to reject a history. `opaque`: reasoning, and other data that only its provider can
 * read.
 */
export interface Candidate extends Quarantine {
  readonly kind: "message" | "image" | "opaque";
}

/**
 * Returns all items that can be quarantined, in path order: for each message first the whole message, then its parts.
 */
export const candidatesOn = (path: readonly Entry[]): readonly Candidate[] => {
  const taken = quarantinedOn(path);
  const candidates = visibleEntries(path).flatMap((entry): readonly Candidate[] => {
    if (isMessage(entry)) return inMessage(entry);
    const says = isCompaction(entry) || isBranchSummary(entry) || (isShell(entry) && entry.include);
    return says ? [{ kind: "message", target: entry.id }] : [];
  });
  return taken === undefined ? candidates : candidates.filter(({ target, part }) => !isTaken(taken.get(target), part));
};

const isTaken = (parts: ReadonlySet<number | undefined> | undefined, part: number | undefined): boolean =>
  parts !== undefined && (parts.has(undefined) || parts.has(part));

const inMessage = ({ id: target, message }: MessageEntry): readonly Candidate[] => {
  const words: Candidate = { kind: "message", target };
  if (!Array.isArray(message.content)) return [];
  if (message.role !== "assistant")
    return [
      words,
      ...message.content.flatMap((part, at): Candidate[] => (part?.type === "image" ? [{ kind: "image", target, part: at }] : [])),
    ];
  if (message.streamError !== undefined) return [];
  const opaque = message.content.findIndex(isOpaque);
  return opaque === -1 ? [words] : [words, { kind: "opaque", target, part: opaque }];
};
