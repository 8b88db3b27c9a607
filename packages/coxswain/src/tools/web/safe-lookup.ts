import type { LookupFunction } from "node:net";
import { ToolError } from "../../loop/index.ts";
import { type HostAddresses, hostAddresses } from "../../workspace/index.ts";
import type { WebOptions } from "./web-options.ts";

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
  return privateHosts.some((given) => {
    const named = given.toLowerCase();
    return named === url.hostname || named === `${url.hostname}:${port}`;
  });
};
