import type { Entry } from "../log/index.ts";
import { isMessage, type MessageEntry } from "../loop/index.ts";
import { visibleEntries } from "./boundary.ts";
import { startedCalls } from "./conversation.ts";
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
 * Records of effects are not among them.
 */
export const candidatesOn = (path: readonly Entry[]): readonly Candidate[] => {
  const quarantined = quarantinedOn(path);
  const isRecord = effectRecordsOn(path);
  const candidates = visibleEntries(path).flatMap((entry): readonly Candidate[] => {
    if (isMessage(entry)) return inMessage(entry);
    return isShell(entry) && entry.include ? [{ kind: "message", target: entry.id }] : [];
  });
  return candidates.filter((item) => !isRecord(item) && !isQuarantined(quarantined?.get(item.target), item.part));
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
  const opaque = message.content.findIndex((part) => isOpaque(part, message));
  return opaque === -1 ? [whole] : [whole, { kind: "opaque", target, part: opaque }];
};

/**
 * Returns a function that recognizes items without which the model does not know that an effect happened, and could repeat
 * it: summaries, and calls that started. A call of another program counts as started, since its log does not say.
 */
export const effectRecordsOn = (path: readonly Entry[]): ((item: Quarantine) => boolean) => {
  const visible = visibleEntries(path);
  const entries = new Map(visible.map((entry) => [entry.id, entry]));
  const started = startedCalls(visible);
  return ({ target, part: at }) => {
    const entry = entries.get(target);
    if (entry === undefined) return false;
    if (!isMessage(entry)) return isCompaction(entry) || isBranchSummary(entry);
    const { message, run } = entry;
    if (message.role !== "assistant") return false;
    return message.content.some(
      (part, index) =>
        part.type === "tool_call" &&
        (run === undefined || started.has(part)) &&
        (at === undefined || (at === index && !isOpaque(part, message))),
    );
  };
};
