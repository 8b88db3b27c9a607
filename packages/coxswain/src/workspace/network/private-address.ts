import { BlockList, isIP } from "node:net";

/**
 * Ranges outside of the public internet: loopback, private, link-local (which includes cloud metadata), shared,
 * reserved, multicast.
 */
const RANGES: readonly (readonly [address: string, bits: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  // Former or local ways to embed IPv4 addresses are refused entirely, since a gateway decides which address is reached:
  // IPv4-compatible, SIIT, NAT64 with a local prefix, Teredo (in 2001::/23) and 6to4.
  ["::", 96],
  ["::ffff:0:0:0", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
  ["5f00::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
];

/** Returns a check for addresses in the resolver's form. Anything that is not an address counts as private. */
export const privateAddresses = (): ((address: string) => boolean) => {
  const list = new BlockList();
  for (const [address, bits] of RANGES) list.addSubnet(address, bits, address.includes(":") ? "ipv6" : "ipv4");
  return (written) => {
    const address = written.replace(/%.*$/, "");
    const version = isIP(address);
    if (version === 0) return true;
    if (version === 4) return list.check(address, "ipv4");
    const groups = groupsOf(address);
    if (!isMapped(groups) && list.check(address, "ipv6")) return true;
    const embedded = embeddedAddress(groups);
    return embedded !== undefined && list.check(embedded, "ipv4");
  };
};

/** Returns the eight groups of an IPv6 address, in any notation. */
const groupsOf = (address: string): readonly number[] => {
  const [before = "", after] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const [first, last] = [before, after ?? ""].map((part) =>
    part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)),
  );
  return [...(first ?? []), ...Array<number>(8 - (first?.length ?? 0) - (last?.length ?? 0)).fill(0), ...(last ?? [])];
};

/** The kernel connects to `::ffff:a.b.c.d` by IPv4. `BlockList` does not check it. */
const isMapped = (groups: readonly number[]): boolean => startsWith(groups, [0, 0, 0, 0, 0, 0xffff]);

/** NAT64 with the prefix for every network, which a resolver returns for public hosts where there is no IPv4. */
const isTranslated = (groups: readonly number[]): boolean => startsWith(groups, [0x64, 0xff9b, 0, 0, 0, 0]);

/** ISATAP, with any prefix. */
const isTunneled = ([, , , , kind, protocol]: readonly number[]): boolean => (kind === 0 || kind === 0x200) && protocol === 0x5efe;

const startsWith = (groups: readonly number[], prefix: readonly number[]): boolean => prefix.every((group, at) => groups[at] === group);

/** Returns the IPv4 address in the last 32 bits of a kind of address that has one. */
const embeddedAddress = (groups: readonly number[]): string | undefined => {
  if (!isMapped(groups) && !isTranslated(groups) && !isTunneled(groups)) return undefined;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join(".");
};
