import type { LookupFunction } from "node:net";

/** How names are found, and which addresses nobody is to be connected to. */
export interface Resolving {
  /** All addresses of a name. Default: as the system resolves it. */
  readonly lookup?: (host: string) => Promise<readonly string[]>;
  /** Whether an address is one of those that are refused. Default: all that are not of the public internet. */
  readonly isPrivate?: (address: string) => boolean;
}

/** Where a host is, judged. */
export interface HostAddresses {
  /** The first of its addresses that is refused, where there is one. */
  readonly refused: string | undefined;
  /** Leads to these addresses and asks nobody again: a name that leads elsewhere a moment later changes nothing. */
  readonly lookup: LookupFunction;
}

/**
 * Resolves a host once and judges every address that it has. `host` is as the parser of URLs writes it; an address of version 6 stands
 * in brackets or without. Rejects when the name is not found or has no address.
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
