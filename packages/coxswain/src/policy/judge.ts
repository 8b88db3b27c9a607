import type { Effect, PermissionRequest } from "../loop/index.ts";
import type { Judgement, Policy } from "./policy.ts";
import { stricter } from "./strictest.ts";

/** What a policy says of all that one call asks for. */
export interface Ruling {
  readonly verdict: "allow" | "ask" | "deny";
  /** The requests that decided it: those that are denied, or those to be asked about, or all. */
  readonly requests: readonly PermissionRequest[];
  /** Why, each reason once. */
  readonly reasons: readonly string[];
}

/** Judges many requests: the strictest decides. Nothing asked for is allowed; what no policy has a say in is asked. */
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

/** What is left open is asked. */
const decided = ({ verdict, reason }: Judgement): Decided => ({ verdict: verdict === "open" ? "ask" : verdict, reason });

const NOTHING: Decided = { verdict: "allow", reason: "nothing is asked for" };

const DOES = { read: "read files", write: "change files", execute: "run commands", network: "use the network" } as const satisfies Record<
  Effect,
  string
>;

const undecided = ({ tool, effect, inside }: PermissionRequest): Judgement => ({
  verdict: "ask",
  reason: `nothing allows ${tool} to ${DOES[effect]}${inside === false ? " outside the session's folder" : ""}`,
});
