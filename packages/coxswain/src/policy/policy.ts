import type { PermissionRequest } from "../loop/index.ts";

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
