import type { LookupFunction } from "node:net";
import { hostAddresses, type Resolving } from "../../network/index.ts";
import { allowedHosts } from "./allowed-hosts.ts";
import type { Refusal } from "./refusal.ts";
import { isAddress, type Target, written } from "./target.ts";

export interface AdmissionOptions extends Resolving {
  /**
   * Allowed hosts, such as `registry.npmjs.org`, `*.github.com` or `db.example.org:5432`. Default ports: 80 and 443.
   */
  readonly hosts: readonly string[];
  /**
   * Those of `hosts`, such as `wiki.internal` or `localhost:3000`, that may be on a private network or this machine.
   * Default: only addresses listed in `hosts`.
   */
  readonly privateHosts?: readonly string[];
}

/** Permits a connection to the addresses of `lookup`. */
export interface Admitted {
  readonly lookup: LookupFunction;
}

export type Admission = (target: Target) => Promise<Admitted | Refusal>;

/**
 * Decides whether a program may connect to a target: by its name first, so that disallowed names are not resolved, then
 * by its addresses.
 */
export const admission = ({ hosts, privateHosts = [], ...resolving }: AdmissionOptions): Admission => {
  const isAllowed = allowedHosts(hosts);
  const isNamed = (name: string): boolean => privateHosts.some((given) => given.toLowerCase() === name);
  return async (target) => {
    const { host } = target;
    const shown = written(target);
    if (!isAllowed(target)) return { status: 403, reason: `The sandbox does not allow ${shown}. Allowed: ${hosts.join(", ")}.` };
    try {
      const { refused, lookup } = await hostAddresses(host, resolving);
      if (refused === undefined || isAddress(host) || isNamed(host) || isNamed(shown)) return { lookup };
      return { status: 403, reason: `${shown} is on this machine or a private network (${refused}), which the sandbox does not allow.` };
    } catch (error) {
      return unreachable(target, error);
    }
  };
};

export const unreachable = (target: Target, error: unknown): Refusal => ({
  status: 502,
  reason: `${written(target)} cannot be reached: ${whyOf(error)}.`,
});

/** After several failed addresses the error has a code but no message. */
const whyOf = (error: unknown): string =>
  error instanceof Error ? error.message || ((error as NodeJS.ErrnoException).code ?? error.name) : String(error);
