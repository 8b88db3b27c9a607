import type { CommandEffects, PathUse } from "../../loop/index.ts";
import type { Judgement, Policy } from "../policy.ts";
import type { ProtectedPlaces } from "./protected-place.ts";
import { type Protection, protections } from "./protected-paths.ts";

/**
 * Asks before anything writes to a place that runs code automatically: hooks, start-up files, the configuration of agents,
 * editors and package managers. The place need not exist. Also asks before a folder with such a place is removed, moved or
 * unpacked into. The strictest policy decides, so no other policy allows it without a question.
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

/** The first judgement. */
const first = <One>(many: readonly One[], judge: (one: One) => Judgement | undefined): Judgement | undefined => {
  for (const one of many) {
    const judgement = judge(one);
    if (judgement !== undefined) return judgement;
  }
  return undefined;
};

const asked = (path: string, { is, kind: { what, when } }: Protection): Judgement => ({
  verdict: "ask",
  reason: is === "at" ? `${path} is ${what}, which runs code when ${when}` : `${path} contains ${what}, which runs code when ${when}`,
});
