import { isAddress, type Target, writtenHost } from "./target.ts";

/** Ports of a host that is listed without one. */
const PORTS: readonly number[] = [80, 443];

/**
 * Returns a check for a list of hosts: exact names, or `*.example.org` for all its subdomains; with `:port` only that
 * port. An address must be listed itself. Invalid items allow nothing.
 */
export const allowedHosts = (named: readonly string[]): ((target: Target) => boolean) => {
  const rules = named.map(parseRule).filter((rule) => rule !== undefined);
  return ({ host, port }) =>
    rules.some((rule) => rule.ports.includes(port) && (rule.below ? isBelow(host, rule.host) : host === rule.host));
};

interface HostRule {
  readonly host: string;
  /** True for a rule about all subdomains but not the host itself. */
  readonly below: boolean;
  readonly ports: readonly number[];
}

const parseRule = (text: string): HostRule | undefined => {
  const [, below, named = "", port] = /^(\*\.)?([^\s/?#@\\:%*]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = writtenHost(named);
  return host === undefined ? undefined : { host, below: below !== undefined, ports: port === undefined ? PORTS : [Number(port)] };
};

const isBelow = (host: string, above: string): boolean => !isAddress(host) && host.endsWith(`.${above}`);
