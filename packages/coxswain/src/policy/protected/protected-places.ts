import type { CommandEffects } from "../../loop/index.ts";
import type { Judgement, Policy } from "../policy.ts";
import type { ProtectedPlaces } from "./protected-place.ts";
import { type Protection, protections } from "./protected-paths.ts";

/**
 * Asks before anything writes what runs code by itself: hooks, start-up files, the configuration of agents, editors and package managers; also
 * where nothing is yet. The strictest policy decides, so that nothing beside it allows them unasked.
 */
export const protectedPlaces = (places: ProtectedPlaces): Policy => {
  const protectionOf = protections(places);
  const ofPath = (path: string): Judgement | undefined => {
    const found = protectionOf(path);
    return found?.is === "at" ? asked(path, found) : undefined;
  };
  const ofCommand = ({ paths }: CommandEffects): Judgement | undefined => {
    for (const { path, use } of paths) {
      const judgement = use === "read" ? undefined : ofPath(path);
      if (judgement !== undefined) return judgement;
    }
    return undefined;
  };
  return ({ effect, subject, effects, alsoKnownAs = [] }) => {
    if (effects !== undefined) return ofCommand(effects);
    return effect === "write" ? first([subject, ...alsoKnownAs].map(ofPath)) : undefined;
  };
};

const first = (judgements: readonly (Judgement | undefined)[]): Judgement | undefined =>
  judgements.find((judgement) => judgement !== undefined);

const asked = (path: string, { is, kind: { what, when } }: Protection): Judgement => ({
  verdict: "ask",
  reason: `${path} ${is === "at" ? "is" : "holds"} ${what}: it runs code when ${when}`,
});
