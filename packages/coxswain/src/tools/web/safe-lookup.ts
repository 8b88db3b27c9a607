import type { LookupFunction } from "node:net";
import { ToolError } from "../../loop/index.ts";
import { type HostAddresses, hostAddresses, type Resolving } from "../../workspace/index.ts";

/** Hosts that web tools may reach in addition to the public internet, and how they resolve names. */
export interface WebOptions extends Resolving {
  /**
   * Hosts in private networks and on this machine that the tools may reach, for example `localhost:3000` or, with any
   * port, `wiki.internal`. Default: none.
   */
  readonly privateHosts?: readonly string[];
}

/**
 * Resolves the host of a URL now, checks its addresses, and returns a lookup function that returns only these.
 * @throws {ToolError}
 */
export const safeLookup = async (url: URL, options: WebOptions): Promise<LookupFunction> => {
  const { refused, lookup } = await found(url, options);
  if (refused === undefined || isNamed(url, options)) return lookup;
  throw new ToolError(`${url.host} is on this machine or in a private network (${refused}). Access needs an entry in the user's settings.`);
};

const found = async ({ hostname }: URL, options: WebOptions): Promise<HostAddresses> => {
  try {
    return await hostAddresses(hostname, options);
  } catch (error) {
    throw new ToolError(`${hostname} could not be found: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
  }
};

/** Compares exact hosts in the form of the URL parser. Never compares suffixes. */
const isNamed = (url: URL, { privateHosts = [] }: WebOptions): boolean => {
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  return privateHosts.some((pattern) => {
    const named = pattern.toLowerCase();
    return named === url.hostname || named === `${url.hostname}:${port}`;
  });
};

/**
 * Rejects addresses of this machine and of private networks before the user is asked for permission. Only checks URLs
 * that contain the address: other names are resolved after permission is granted, since a DNS query reveals the name.
 * @throws {ToolError}
 */
export const assertReachable = async (url: URL, options: WebOptions): Promise<void> => {
  const { hostname } = url;
  const { isIP } = await import("node:net");
  if (hostname === "localhost" || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) await safeLookup(url, options);
};
