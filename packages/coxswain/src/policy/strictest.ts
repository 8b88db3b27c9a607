import type { Judgement, Policy } from "./policy.ts";

const RANK = { open: 0, allow: 1, ask: 2, deny: 3 } as const satisfies Record<Judgement["verdict"], number>;

/** The stricter of two: deny beats ask beats allow, and what is left open gives way to all. The first one of equals. */
export const stricter = <One extends Judgement>(one: One, other: One): One => (RANK[other.verdict] > RANK[one.verdict] ? other : one);

/** Many policies as one: of those that have a say in a request, the strictest decides. */
export const strictest =
  (...policies: readonly Policy[]): Policy =>
  (request, kept) =>
    policies
      .map((policy) => policy(request, kept))
      .filter((judgement) => judgement !== undefined)
      .reduce<Judgement | undefined>((best, judgement) => (best === undefined ? judgement : stricter(best, judgement)), undefined);
