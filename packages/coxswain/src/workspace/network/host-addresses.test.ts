import assert from "node:assert/strict";
import { test } from "node:test";
import { hostAddresses } from "./host-addresses.ts";

/** Resolves a host, and returns the results of its lookup for any name. */
const resolved = async (host: string, addresses: readonly string[]) => {
  const lookups: string[] = [];
  const found = await hostAddresses(host, { lookup: async (name) => (lookups.push(name), addresses) });
  const all = await new Promise((resolve) => found.lookup("another.test", { all: true }, (_, result) => resolve(result)));
  const one = await new Promise((resolve) => found.lookup("another.test", {}, (_, result, family) => resolve([result, family])));
  return { refused: found.refused, lookups, all, one };
};

test("resolves a name once, and returns those addresses for every later lookup", async () => {
  assert.deepEqual(await resolved("a.test", ["93.184.216.34", "2606:4700::1111"]), {
    refused: undefined,
    lookups: ["a.test"],
    all: [
      { address: "93.184.216.34", family: 4 },
      { address: "2606:4700::1111", family: 6 },
    ],
    one: ["93.184.216.34", 4],
  });
});

test("refuses a host if one of its addresses is private", async () => {
  assert.equal((await resolved("a.test", ["93.184.216.34", "10.0.0.1", "::1"])).refused, "10.0.0.1");
  assert.equal((await resolved("a.test", ["93.184.216.34", "nonsense"])).refused, "nonsense");
});

test("an IP address, with or without brackets, is used without a lookup", async () => {
  for (const host of ["[::1]", "::1"]) {
    const { refused, lookups, one } = await resolved(host, []);
    assert.deepEqual([refused, lookups, one], ["::1", [], ["::1", 6]]);
  }
});

test("rejects a name that is unknown or has no address", async () => {
  await assert.rejects(resolved("a.test", []), { message: "it has no address" });
  await assert.rejects(hostAddresses("a.test", { lookup: () => Promise.reject(new Error("ENOTFOUND")) }), { message: "ENOTFOUND" });
});

test("the lookup and the check of addresses can be replaced; the default is the system's", async () => {
  assert.equal((await hostAddresses("localhost", { isPrivate: () => false })).refused, undefined);
  assert.notEqual((await hostAddresses("localhost")).refused, undefined);
});
