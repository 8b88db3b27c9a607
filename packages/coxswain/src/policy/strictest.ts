import type { Judgement, Policy } from "./policy.ts";

const RANK = { allow: 0, ask: 1, deny: 2 } as const satisfies Record<Judgement["verdict"], number>;

/** The stricter of two: deny beats ask beats allow. The first one of equals. */
export const stricter = (one: Judgement, other: Judgement): Judgement => (RANK[other.verdict] > RANK[one.verdict] ? other : one);

/** Many policies as one: of those that have a say in a request, the strictest decides. */
export const strictest =
  (...policies: readonly Policy[]): Policy =>
  (request) =>
    policies
      .map((policy) => policy(request))
      .filter((judgement) => judgement !== undefined)
      .reduce<Judgement | undefined>((best, judgement) => (best === undefined ? judgement : stricter(best, judgement)), undefined);
