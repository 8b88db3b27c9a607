import { type Quarantine, type Candidate, candidatesOn, effectRecordsOn } from "../../context/index.ts";
import type { Entry } from "../../log/index.ts";
import { isMessage } from "../../loop/index.ts";
import type { ModelRequest } from "../../model/index.ts";
import type { Refusal } from "./classify-refusal.ts";
import { type HistoryLocation, locationsIn } from "./history-location.ts";

/** Number of locations named by a provider's error that are tried one by one. */
const NAMED = 3;

export interface Refused {
  readonly path: readonly Entry[];
  readonly request: Pick<ModelRequest, "messages" | "system">;
  /** Reference of the requested model. */
  readonly model: string;
  /** Returns the entry that a location in the request came from. */
  readonly trace: (place: HistoryLocation) => Quarantine | undefined;
}

/**
 * Returns groups of items that may cause the refusal, the likeliest first: locations that the provider names, items since
 * the last accepted request, all items of the kind that it names, and then all items. Records of effects are in none.
 */
export const candidateGroups = (refusal: Refusal, { path, request, model, trace }: Refused): readonly (readonly Quarantine[])[] => {
  const all = candidatesOn(path);
  const ofKind = refusal.kind === undefined ? [] : all.filter(({ kind }) => kind === refusal.kind);
  const recent = new Set(idsSince(path, model));
  const since = (items: readonly Candidate[]): readonly Candidate[] => items.filter(({ target }) => recent.has(target));
  const isRecord = effectRecordsOn(path);
  const named = locationsIn(refusal.words, request)
    .flatMap((place) => itemsAt(place, trace, all, refusal))
    .filter((item) => !isRecord(item));
  return distinct([...named.slice(0, NAMED).map((item) => [item]), since(ofKind), ofKind, since(all), all]);
};

/** A location is a part, or a whole message; parts of the refused kind come before their message. */
const itemsAt = (place: HistoryLocation, trace: Refused["trace"], all: readonly Candidate[], { kind }: Refusal): readonly Quarantine[] => {
  const item = trace(place);
  if (item === undefined) return [];
  const parts = all.filter((candidate) => candidate.target === item.target && candidate.kind === kind);
  return item.part === undefined ? [...parts, item] : [item];
};

/** Returns the entries from the model's last answer on, which is itself sent back for the first time. */
const idsSince = (path: readonly Entry[], model: string): readonly string[] => {
  const last = path.findLastIndex((entry) => isMessage(entry) && entry.message.role === "assistant" && isAnswer(entry.message, model));
  return last === -1 ? [] : path.slice(last).map(({ id }) => id);
};

const isAnswer = (message: { readonly model: string; readonly streamError?: unknown }, model: string): boolean =>
  message.model === model && message.streamError === undefined;

const distinct = (groups: readonly (readonly Quarantine[])[]): readonly (readonly Quarantine[])[] => {
  const seen = new Set<string>();
  return groups.filter((group) => {
    const key = group.map(({ target, part }) => `${target}:${part ?? ""}`).join(" ");
    return group.length > 0 && !seen.has(key) && seen.add(key);
  });
};
