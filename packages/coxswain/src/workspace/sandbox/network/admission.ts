import type { LookupFunction } from "node:net";
import { hostAddresses, type Resolving } from "../../network/index.ts";
import { allowedHosts } from "./allowed-hosts.ts";
import { isAddress, type Target, written } from "./target.ts";

export interface AdmissionOptions extends Resolving {
  /**
   * Allowed hosts, such as `registry.npmjs.org`, `*.github.com` or `db.example.org:5432`. Default ports: 80 and 443.
   */
  readonly hosts: readonly string[];
  /**
   * Members of `hosts`, such as `wiki.internal` or `localhost:3000`, that may be on a private network or this machine.
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
  const isNamed = (name: string): boolean => privateHosts.some((entry) => entry.toLowerCase() === name);
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
  reason: `${written(target)} cannot be reached: ${reasonOf(error)}.`,
});

/** After several failed addresses the error has a code but no message. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || ((error as NodeJS.ErrnoException).code ?? error.name) : String(error);

/** Reason why a request is refused, in one line. */
export interface Refusal {
  readonly status: 400 | 403 | 502;
  readonly reason: string;
}

const LONGEST = 500;

/** The reason as an HTTP status text: many programs show only that line of a refused connection. */
export const statusText = ({ reason }: Refusal): string => reason.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, LONGEST);

export const malformed = (reason: string): Refusal => ({ status: 400, reason });
