import { createSocket } from "node:dgram";
import { once } from "node:events";
import { Resolver } from "node:dns/promises";
import { isIPv6 } from "node:net";
import type { TestContext } from "node:test";

/** DNS records of a name. */
export interface Zone {
  /** IPv4 or IPv6 addresses. For a list of lists, each query returns the next list. */
  readonly addresses?: readonly string[] | readonly (readonly string[])[];
  /** Canonical name, which the same response resolves. */
  readonly alias?: string;
}

const A = 1;
const CNAME = 5;
const AAAA = 28;
const UNKNOWN_NAME = 3;

/** DNS server on loopback over UDP, and a lookup function that queries only this server. Closed after the test. */
export const localDns = async (t: TestContext, zones: Readonly<Record<string, Zone>>) => {
  const asked: string[] = [];
  const turns = new Map<string, number>();
  const server = createSocket("udp4");
  server.on("message", (query, { address, port }) => {
    const { name, type, end } = question(query);
    const nth = turns.get(`${name} ${type}`) ?? 0;
    turns.set(`${name} ${type}`, nth + 1);
    asked.push(name);
    server.send(answer(query.subarray(0, end), records(zones, name, type, nth)), port, address);
  });
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  const resolver = new Resolver({ timeout: 5000, tries: 1 });
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  t.after(() => {
    resolver.cancel();
    server.close();
  });
  const lookup = async (host: string): Promise<readonly string[]> => {
    const both = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = both.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
    const [first] = both;
    if (found.length === 0 && first.status === "rejected") throw first.reason;
    return found;
  };
  return { lookup, asked };
};

const question = (query: Buffer) => {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
};

/** Returns undefined if the name does not exist. */
const records = (zones: Readonly<Record<string, Zone>>, name: string, type: number, nth: number): readonly Buffer[] | undefined => {
  const zone = zones[name];
  if (zone === undefined) return undefined;
  if (zone.alias !== undefined) return [record(name, CNAME, encoded(zone.alias)), ...(records(zones, zone.alias, type, nth) ?? [])];
  const { addresses = [] } = zone;
  const turn = addresses[Math.min(nth, addresses.length - 1)];
  const now = typeof turn === "string" || turn === undefined ? (addresses as readonly string[]) : turn;
  return now.flatMap((address) => {
    if (isIPv6(address)) return type === AAAA ? [record(name, AAAA, sixteenBytes(address))] : [];
    return type === A ? [record(name, A, Buffer.from(address.split(".").map(Number)))] : [];
  });
};

const record = (name: string, type: number, data: Buffer): Buffer => {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([encoded(name), head, data]);
};

const encoded = (name: string): Buffer =>
  Buffer.concat([...name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])), Buffer.from([0])]);

const sixteenBytes = (address: string): Buffer => {
  // The URL parser has converted an embedded IPv4 address, so that the string has no dots.
  const [before = "", after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (text: string): readonly string[] => (text === "" ? [] : text.split(":"));
  const [first, last] = [groups(before), groups(after ?? "")];
  const all = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => "0"), ...last];
  return Buffer.from(all.map((group) => group.padStart(4, "0")).join(""), "hex");
};

const answer = (asked: Buffer, found: readonly Buffer[] | undefined): Buffer => {
  const head = Buffer.from(asked);
  head.writeUInt16BE(0x8180 + (found === undefined ? UNKNOWN_NAME : 0), 2);
  head.writeUInt16BE(found?.length ?? 0, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...(found ?? [])]);
};
