import assert from "node:assert/strict";
import { test } from "node:test";
import { privateAddresses } from "./private-address.ts";

const PRIVATE =
  `127.0.0.1 127.255.255.254 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 100.100.100.200 192.0.0.192
  198.18.0.1 192.0.2.1 224.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 0:0:0:0:0:ffff:a9fe:a9fe ::ffff:10.0.0.1 fc00::1 fd00:ec2::254
  fe80::1 fe80::1%eth0 fec0::1 ff02::1 64:ff9b::7f00:1 64:ff9b:1::1 2002:7f00:1:: 2001:0:1::1 2001:db8::1 100::1 nonsense 127.1`.split(
    /\s+/,
  );
const PUBLIC =
  "1.1.1.1 93.184.216.34 172.15.0.1 172.32.0.1 100.63.255.255 169.253.0.1 192.169.0.1 ::ffff:1.1.1.1 2606:4700::1111 2a00:1450:4001::200e".split(
    " ",
  );

test("every address outside of the public internet is private, in any notation", () => {
  const isPrivate = privateAddresses();
  for (const address of PRIVATE) assert.equal(isPrivate(address), true, address);
  for (const address of PUBLIC) assert.equal(isPrivate(address), false, address);
});
