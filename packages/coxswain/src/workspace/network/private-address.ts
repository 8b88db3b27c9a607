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
  // IPv6 ranges that embed IPv4 addresses are refused entirely, since a gateway decides which address is reached.
  ["::", 96],
  ["64:ff9b::", 96],
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
    const mapped = mappedAddress(address);
    return mapped === undefined ? list.check(address, "ipv6") : list.check(mapped, "ipv4");
  };
};

/** Returns the IPv4 address in `::ffff:…`, in any notation. */
const mappedAddress = (address: string): string | undefined => {
  const { hostname } = new URL(`http://[${address}]/`);
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join(".");
};
