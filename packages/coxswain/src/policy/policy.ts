import type { PermissionRequest, Effect } from "../loop/index.ts";

/** A policy's judgement of one request. `reason` is one clause for users and the model, without a full stop. */
export interface Judgement {
  /** `open`: this policy does not allow it, and gives a reason. Another policy may allow it; otherwise it is asked about. */
  readonly verdict: "allow" | "ask" | "deny" | "open";
  readonly reason: string;
}

/**
 * Judges one request without side effects. `undefined` leaves the request to other policies, so small policies can be
 * combined. A request that no policy judges is asked about.
 * @param saved rules of saved answers, which a policy of rules adds to its own. A policy that wraps another passes them on.
 */
export type Policy = (request: PermissionRequest, saved?: readonly string[]) => Judgement | undefined;

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

/** A policy's decision on all requests of one call. */
export interface Ruling {
  readonly verdict: "allow" | "ask" | "deny";
  /** The deciding requests: those denied, those to ask about, or all. */
  readonly requests: readonly PermissionRequest[];
  /** Each reason once. */
  readonly reasons: readonly string[];
}

/** Judges the requests of a call: the strictest decides. No requests are allowed; requests without a judgement are asked about. */
export const judge = (requests: readonly PermissionRequest[], policy: Policy): Ruling => {
  const judged = requests.map((request) => ({ request, judgement: judgedRequest(request, policy) }));
  const { verdict } = judged.map(({ judgement }) => judgement).reduce<Decided>(stricter, NOTHING);
  const decisive = judged.filter(({ judgement }) => judgement.verdict === verdict);
  return {
    verdict,
    requests: decisive.map(({ request }) => request),
    reasons: [...new Set(decisive.map(({ judgement }) => judgement.reason))],
  };
};

type Decided = Judgement & Pick<Ruling, "verdict">;

const judgedRequest = (request: PermissionRequest, policy: Policy): Decided => {
  const judgement = decided(policy(request) ?? undecided(request));
  return request.ask === undefined ? judgement : stricter(judgement, { verdict: "ask", reason: request.ask });
};

/** Open requests are asked about. */
const decided = ({ verdict, reason }: Judgement): Decided => ({ verdict: verdict === "open" ? "ask" : verdict, reason });

const NOTHING: Decided = { verdict: "allow", reason: "the call needs no permission" };

const DOES = { read: "read files", write: "change files", execute: "run commands", network: "use the network" } as const satisfies Record<
  Effect,
  string
>;

const undecided = ({ tool, effect, subject, inside }: PermissionRequest): Judgement => ({
  verdict: "ask",
  reason:
    tool === "mcp"
      ? `nothing allows the tool ${subject}`
      : `nothing allows ${tool} to ${DOES[effect]}${inside === false ? " outside the session's folder" : ""}`,
});
