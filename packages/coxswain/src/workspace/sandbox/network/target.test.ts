import assert from "node:assert/strict";
import { test } from "node:test";
import { parseTarget } from "./target.ts";

const READ: readonly (readonly [text: string, host: string, port: number])[] = [
  ["example.org:443", "example.org", 443],
  ["EXAMPLE.org:0443", "example.org", 443],
  ["example.org.:443", "example.org", 443],
  ["example.org", "example.org", 80],
  ["xn--bcher-kva.example:1", "xn--bcher-kva.example", 1],
  ["my_host:65535", "my_host", 65_535],
  ["127.1:80", "127.0.0.1", 80],
  ["0x7f.1:80", "127.0.0.1", 80],
  ["017700000001:80", "127.0.0.1", 80],
  ["2130706433:80", "127.0.0.1", 80],
  ["[::1]:80", "[::1]", 80],
  ["[0:0::FFFF:127.0.0.1]:80", "[::ffff:7f00:1]", 80],
];

for (const [text, host, port] of READ) {
  test(`${text} leads to ${host} at ${port}`, () => assert.deepEqual(parseTarget(text, 80), { host, port }));
}

const NONE = [
  "",
  ":443",
  "example.org:",
  "example.org:0",
  "example.org:65536",
  "example.org:443x",
  "example.org:+443",
  "example.org:443:443",
  "user@example.org:443",
  "allowed.test@example.org:443",
  "example.org/:443",
  "example.org:443/x",
  "example.org#:443",
  "example.org\\:443",
  "exam ple.org:443",
  "example.org\0:443",
  "example.org\t:443",
  "example%2eorg:443",
  "bücher.example:443",
  "ｅxample.org:443",
  "256.1.1.1:443",
  "1.2.3.4.5:443",
  "[::1:443",
  "[fe80::1%eth0]:443",
  "[fe80::1%25eth0]:443",
  "::1",
  "[::g]:443",
  ".:443",
  `${"a.".repeat(130)}org:443`,
];

for (const text of NONE) {
  test(`${JSON.stringify(text.slice(0, 40))} leads nowhere`, () => assert.equal(parseTarget(text, 80), undefined));
}

test("rejects a host without a port if there is no default port", () => assert.equal(parseTarget("example.org"), undefined));
