import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { ToolError } from "../../loop/index.ts";
import { privateAddresses } from "./private-address.ts";
import type { WebOptions } from "./web-options.ts";

/** Where to connect to for one host: addresses that were judged, and no others. */
export interface Judged {
  readonly lookup: LookupFunction;
}

/**
 * Resolves a URL's host once and judges every address that it has. The connection is made to those and asks nobody again: a name
 * that leads elsewhere a moment later changes nothing.
 * @throws {ToolError}
 */
export const judgedAddresses = async (url: URL, options: WebOptions): Promise<Judged> => {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) === 0 ? await resolved(host, options) : [host];
  const isPrivate = options.isPrivate ?? privateAddresses();
  const refused = isAllowed(url, options) ? undefined : addresses.find(isPrivate);
  if (refused !== undefined) {
    throw new ToolError(
      `${url.host} is on this machine or in a private network (${refused}); it is not reached unless the person's settings name it.`,
    );
  }
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return {
    lookup(_, { all }, callback) {
      const [first] = found;
      if (all === true) callback(null, found);
      else if (first === undefined) callback(new Error("no address"), "", 0);
      else callback(null, first.address, first.family);
    },
  };
};

const resolved = async (host: string, { lookup = systemLookup }: WebOptions): Promise<readonly string[]> => {
  const addresses = await lookup(host).catch((error: unknown) => {
    throw new ToolError(`${host} could not be found: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
  });
  if (addresses.length === 0) throw new ToolError(`${host} has no address.`);
  return addresses;
};

const systemLookup = async (host: string): Promise<readonly string[]> => {
  const { lookup } = await import("node:dns/promises");
  return (await lookup(host, { all: true })).map(({ address }) => address);
};

/** Compared as the URL's parser writes hosts: exactly, and never by their ends. */
const isAllowed = (url: URL, { privateHosts = [] }: WebOptions): boolean => {
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  return privateHosts.some((given) => {
    const named = given.toLowerCase();
    return named === url.hostname || named === `${url.hostname}:${port}`;
  });
};
