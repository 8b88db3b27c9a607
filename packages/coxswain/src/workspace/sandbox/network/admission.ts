import type { LookupFunction } from "node:net";
import { hostAddresses, type Resolving } from "../../network/index.ts";
import { allowedHosts } from "./allowed-hosts.ts";
import type { Refusal } from "./refusal.ts";
import { isAddress, type Target, written } from "./target.ts";

export interface AdmissionOptions extends Resolving {
  /** Hosts that are reached, as `registry.npmjs.org`, `*.github.com`, or `db.example.org:5432`. Without a port: 80 and 443. */
  readonly hosts: readonly string[];
  /** Those of them, as `wiki.internal` or `localhost:3000`, that may be in a private network or on this machine. Default: none but addresses that `hosts` names. */
  readonly privateHosts?: readonly string[];
}

/** May be connected to, at the addresses that this leads to. */
export interface Admitted {
  readonly lookup: LookupFunction;
}

export type Admission = (target: Target) => Promise<Admitted | Refusal>;

/** Judges where a program wants to go: by its name first, so that nobody is asked for a name that is not allowed, then by its addresses. */
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
      return { status: 403, reason: `${shown} is on this machine or in a private network (${refused}), which the sandbox does not allow.` };
    } catch (error) {
      return unreachable(target, error);
    }
  };
};

export const unreachable = (target: Target, error: unknown): Refusal => ({
  status: 502,
  reason: `${written(target)} could not be reached: ${whyOf(error)}.`,
});

/** Where several addresses were tried in vain there is a code, and no message. */
const whyOf = (error: unknown): string =>
  error instanceof Error ? error.message || ((error as NodeJS.ErrnoException).code ?? error.name) : String(error);
