import type { Entry } from "../log/index.ts";
import { isMessage, type MessageEntry } from "../loop/index.ts";
import { visibleEntries } from "./boundary.ts";
import { isBranchSummary, isCompaction, type Quarantine, isShell } from "./entries.ts";
import { isOpaque, quarantinedOn } from "./quarantine.ts";

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
  const quarantined = quarantinedOn(path);
  const candidates = visibleEntries(path).flatMap((entry): readonly Candidate[] => {
    if (isMessage(entry)) return inMessage(entry);
    const hasMessage = isCompaction(entry) || isBranchSummary(entry) || (isShell(entry) && entry.include);
    return hasMessage ? [{ kind: "message", target: entry.id }] : [];
  });
  return quarantined === undefined ? candidates : candidates.filter(({ target, part }) => !isQuarantined(quarantined.get(target), part));
};

const isQuarantined = (parts: ReadonlySet<number | undefined> | undefined, part: number | undefined): boolean =>
  parts !== undefined && (parts.has(undefined) || parts.has(part));

const inMessage = ({ id: target, message }: MessageEntry): readonly Candidate[] => {
  const whole: Candidate = { kind: "message", target };
  if (!Array.isArray(message.content)) return [];
  if (message.role !== "assistant")
    return [
      whole,
      ...message.content.flatMap((part, at): Candidate[] => (part.type === "image" ? [{ kind: "image", target, part: at }] : [])),
    ];
  if (message.streamError !== undefined) return [];
  const opaque = message.content.findIndex(isOpaque);
  return opaque === -1 ? [whole] : [whole, { kind: "opaque", target, part: opaque }];
};
