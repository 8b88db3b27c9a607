import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { privateAddresses } from "./private-address.ts";

const PRIVATE =
  `127.0.0.1 127.255.255.254 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 100.100.100.200 192.0.0.192
  198.18.0.1 192.0.2.1 224.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 0:0:0:0:0:ffff:a9fe:a9fe ::ffff:10.0.0.1 fc00::1 fd00:ec2::254
  fe80::1 fe80::1%eth0 fec0::1 ff02::1 64:ff9b::7f00:1 64:ff9b::127.0.0.1 64:ff9b::10.0.0.1 64:ff9b::169.254.169.254 64:ff9b:1::1 64:ff9b:1::808:808
  ::ffff:0:127.0.0.1 ::ffff:0:0:1 ::ffff:0:7f00:1 0:0:0:0:ffff:0:7f00:1 ::ffff:0:8.8.8.8 ::8.8.8.8
  2606:4700::5efe:127.0.0.1 2606:4700::200:5efe:10.0.0.1 fe80::5efe:8.8.8.8 2002:7f00:1:: 2002:808:808:: 2001:0:1::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:db8::1 100::1 nonsense 127.1`.split(
    /\s+/,
  );
const PUBLIC =
  "1.1.1.1 93.184.216.34 172.15.0.1 172.32.0.1 100.63.255.255 169.253.0.1 192.169.0.1 ::ffff:1.1.1.1 64:ff9b::1.1.1.1 64:ff9b::808:808 2606:4700::5efe:1.1.1.1 2606:4700::1111 2a00:1450:4001::200e".split(
    " ",
  );

test("A10: every address outside of the public internet is private, in any notation", () => {
  const isPrivate = privateAddresses();
  for (const address of PRIVATE) assert.equal(isPrivate(address), true, address);
  for (const address of PUBLIC) assert.equal(isPrivate(address), false, address);
});

/** Ways to write an IPv4 address as an IPv6 address. */
const EMBEDDINGS: readonly ((address: string, hex: string) => string)[] = [
  (address) => `::${address}`,
  (address) => `::ffff:${address}`,
  (_, hex) => `0:0:0:0:0:ffff:${hex}`,
  (address) => `::ffff:0:${address}`,
  (address) => `64:ff9b::${address}`,
  (address) => `64:ff9b:1:fffe::${address}`,
  (_, hex) => `2002:${hex}::1`,
  (_, hex) => `2001:0:${hex}:8000:63bf:3fff:fdd2`,
  (address) => `2606:4700::5efe:${address}`,
  (_, hex) => `2606:4700::200:5efe:${hex}`,
];

test("A10: an IPv6 address that contains a private IPv4 address is private", () => {
  const isPrivate = privateAddresses();
  const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
  const local = fc.constantFrom(...PRIVATE.filter((text) => /^[\d.]+$/.test(text) && text.split(".").length === 4));
  fc.assert(
    fc.property(
      fc.oneof(
        local,
        octets.map((parts) => parts.join(".")),
      ),
      fc.constantFrom(...EMBEDDINGS),
      (address, embed) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
        const hex = [(a << 8) | b, (c << 8) | d].map((group) => group.toString(16)).join(":");
        if (isPrivate(address)) assert.equal(isPrivate(embed(address, hex)), true, embed(address, hex));
      },
    ),
  );
});
