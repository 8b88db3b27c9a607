import { isAddress, type Target, writtenHost } from "./target.ts";

/** The ports of a host that is named without one. */
const PORTS: readonly number[] = [80, 443];

/**
 * Judges by hosts as people name them: exactly, or as `*.example.org`, which is all below it; with `:port`, that port alone. An address counts
 * only where it is named itself. What cannot be read allows nothing.
 */
export const allowedHosts = (named: readonly string[]): ((target: Target) => boolean) => {
  const rules = named.map(parseRule).filter((rule) => rule !== undefined);
  return ({ host, port }) =>
    rules.some((rule) => rule.ports.includes(port) && (rule.below ? isBelow(host, rule.host) : host === rule.host));
};

interface HostRule {
  readonly host: string;
  /** Whether it is about all below the host, and not about the host. */
  readonly below: boolean;
  readonly ports: readonly number[];
}

const parseRule = (text: string): HostRule | undefined => {
  const [, below, named = "", port] = /^(\*\.)?([^\s/?#@\\:%*]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = writtenHost(named);
  return host === undefined ? undefined : { host, below: below !== undefined, ports: port === undefined ? PORTS : [Number(port)] };
};

const isBelow = (host: string, above: string): boolean => !isAddress(host) && host.endsWith(`.${above}`);
