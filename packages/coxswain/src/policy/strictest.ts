import type { Judgement, Policy } from "./policy.ts";

const RANK = { open: 0, allow: 1, ask: 2, deny: 3 } as const satisfies Record<Judgement["verdict"], number>;

/** The stricter of two judgements: deny beats ask beats allow beats open. The first one of equals. */
export const stricter = <One extends Judgement>(one: One, other: One): One => (RANK[other.verdict] > RANK[one.verdict] ? other : one);

/** Combines policies: of their judgements, the strictest decides. */
export const strictest =
  (...policies: readonly Policy[]): Policy =>
  (request, saved) =>
    policies
      .map((policy) => policy(request, saved))
      .filter((judgement) => judgement !== undefined)
      .reduce<Judgement | undefined>((best, judgement) => (best === undefined ? judgement : stricter(best, judgement)), undefined);
