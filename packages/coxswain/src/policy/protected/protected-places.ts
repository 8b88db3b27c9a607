import type { CommandEffects, PathUse } from "../../loop/index.ts";
import type { Judgement, Policy } from "../policy.ts";
import type { ProtectedPlaces } from "./protected-place.ts";
import { type Protection, protections } from "./protected-paths.ts";

/**
 * Asks before anything writes what runs code by itself: hooks, start-up files, the configuration of agents, editors and package managers; also
 * where nothing is yet, and before a folder is removed, moved or unpacked into that holds such a place. The strictest policy decides, so that
 * nothing beside it allows them unasked.
 */
export const protectedPlaces = (places: ProtectedPlaces): Policy => {
  const protectionOf = protections(places);
  const ofPath = ({ path, whole }: Pick<PathUse, "path" | "whole">): Judgement | undefined => {
    const found = protectionOf(path);
    return found === undefined || (found.is === "above" && whole !== true) ? undefined : asked(path, found);
  };
  const ofCommand = ({ paths }: CommandEffects): Judgement | undefined =>
    first(
      paths.filter(({ use }) => use !== "read"),
      ofPath,
    );
  return ({ effect, subject, effects, alsoKnownAs = [] }) => {
    if (effects !== undefined) return ofCommand(effects);
    return effect === "write" ? first([subject, ...alsoKnownAs], (path) => ofPath({ path })) : undefined;
  };
};

/** Of many, the first that there is something to say of. */
const first = <One>(many: readonly One[], judge: (one: One) => Judgement | undefined): Judgement | undefined => {
  for (const one of many) {
    const judgement = judge(one);
    if (judgement !== undefined) return judgement;
  }
  return undefined;
};

const asked = (path: string, { is, kind: { what, when } }: Protection): Judgement => ({
  verdict: "ask",
  reason: is === "at" ? `${path} is ${what}: it runs code when ${when}` : `${path} holds ${what}: that runs code when ${when}`,
});
