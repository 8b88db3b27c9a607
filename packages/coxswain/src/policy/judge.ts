import type { Effect, PermissionRequest } from "../loop/index.ts";
import type { Judgement, Policy } from "./policy.ts";
import { stricter } from "./strictest.ts";

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
  const judged = requests.map((request) => ({ request, judgement: decided(policy(request) ?? undecided(request)) }));
  const { verdict } = judged.map(({ judgement }) => judgement).reduce<Decided>(stricter, NOTHING);
  const decisive = judged.filter(({ judgement }) => judgement.verdict === verdict);
  return {
    verdict,
    requests: decisive.map(({ request }) => request),
    reasons: [...new Set(decisive.map(({ judgement }) => judgement.reason))],
  };
};

type Decided = Judgement & Pick<Ruling, "verdict">;

/** Open requests are asked about. */
const decided = ({ verdict, reason }: Judgement): Decided => ({ verdict: verdict === "open" ? "ask" : verdict, reason });

const NOTHING: Decided = { verdict: "allow", reason: "the call needs no permission" };

const DOES = { read: "read files", write: "change files", execute: "run commands", network: "use the network" } as const satisfies Record<
  Effect,
  string
>;

const undecided = ({ tool, effect, inside }: PermissionRequest): Judgement => ({
  verdict: "ask",
  reason: `nothing allows ${tool} to ${DOES[effect]}${inside === false ? " outside the session's folder" : ""}`,
});
