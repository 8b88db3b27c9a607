import type { LookupFunction } from "node:net";

/** Name resolution, and the addresses to refuse. */
export interface Resolving {
  /** Returns all addresses of a name. Default: the system's resolver. */
  readonly lookup?: (host: string) => Promise<readonly string[]>;
  /** Returns true for an address to refuse. Default: every address outside of the public internet. */
  readonly isPrivate?: (address: string) => boolean;
}

/** The checked addresses of a host. */
export interface HostAddresses {
  /** First refused address, if there is one. */
  readonly refused: string | undefined;
  /** A lookup that returns these addresses without asking again, so that a later DNS change has no effect. */
  readonly lookup: LookupFunction;
}

/**
 * Resolves a host once and checks each of its addresses. `host` is in the form of the URL parser; an IPv6 address may
 * have brackets. Rejects if the name does not resolve to an address.
 */
export const hostAddresses = async (host: string, { lookup = systemLookup, isPrivate }: Resolving = {}): Promise<HostAddresses> => {
  const [{ isIP }, { privateAddresses }] = await Promise.all([import("node:net"), import("./private-address.ts")]);
  const bare = host.replace(/^\[|\]$/g, "");
  const addresses = isIP(bare) === 0 ? await lookup(bare) : [bare];
  if (addresses.length === 0) throw new Error("it has no address");
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return {
    refused: addresses.find(isPrivate ?? privateAddresses()),
    lookup(_, { all }, callback) {
      const [first] = found;
      if (all === true) callback(null, found);
      else callback(null, first?.address ?? "", first?.family ?? 0);
    },
  };
};

const systemLookup = async (host: string): Promise<readonly string[]> => {
  const { lookup } = await import("node:dns/promises");
  return (await lookup(host, { all: true })).map(({ address }) => address);
};
