import { type Quarantine, type Candidate, candidatesOn } from "../../context/index.ts";
import type { Entry } from "../../log/index.ts";
import { isMessage } from "../../loop/index.ts";
import type { ModelRequest } from "../../model/index.ts";
import type { Refusal } from "./classify-refusal.ts";
import { type HistoryLocation, placesIn } from "./history-location.ts";

/** How many places that a provider points at are tried by themselves. */
const NAMED = 3;

export interface Refused {
  readonly path: readonly Entry[];
  readonly request: Pick<ModelRequest, "messages" | "system">;
  /** Reference of the model that was asked. */
  readonly model: string;
  /** The entry that a place in the request came from. */
  readonly trace: (place: HistoryLocation) => Quarantine | undefined;
}

/**
 * What of a refused history may be to blame, the likeliest first: what the provider points at, what came since it took
 * the history last, all of the kind that it speaks of, and then everything.
 */
export const suspectGroups = (blame: Refusal, { path, request, model, trace }: Refused): readonly (readonly Quarantine[])[] => {
  const all = candidatesOn(path);
  const ofKind = blame.kind === undefined ? [] : all.filter(({ kind }) => kind === blame.kind);
  const recent = new Set(idsSince(path, model));
  const since = (suspects: readonly Candidate[]): readonly Candidate[] => suspects.filter(({ target }) => recent.has(target));
  const named = placesIn(blame.words, request).flatMap((place) => itemsAt(place, trace, all, blame));
  return distinct([...named.slice(0, NAMED).map((item) => [item]), since(ofKind), ofKind, since(all), all]);
};

/** A place is a part, or a whole message: then the parts of the kind that is blamed come before it. */
const itemsAt = (place: HistoryLocation, trace: Refused["trace"], all: readonly Candidate[], { kind }: Refusal): readonly Quarantine[] => {
  const item = trace(place);
  if (item === undefined) return [];
  const parts = all.filter((suspect) => suspect.target === item.target && suspect.kind === kind);
  return item.part === undefined ? [...parts, item] : [item];
};

/** From the model's last answer on, which itself goes back for the first time. */
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
