import type { PermissionRequest } from "../loop/index.ts";

/** What a policy says of one request. `reason` is one clause for people and for the model, without a full stop. */
export interface Judgement {
  /** `open`: this policy does not allow it and says why; whatever allows it beside it decides, and where nothing does it is asked. */
  readonly verdict: "allow" | "ask" | "deny" | "open";
  readonly reason: string;
}

/**
 * Judges one request by what is in it, with no side effect. `undefined` means that it has no say in this one, so that
 * small policies can be combined; what none has a say in is asked.
 * @param kept the rules that answers kept, for a policy that judges by rules: they allow together with its own. Whoever wraps a policy passes them on.
 */
export type Policy = (request: PermissionRequest, kept?: readonly string[]) => Judgement | undefined;
