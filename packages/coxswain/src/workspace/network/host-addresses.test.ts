import assert from "node:assert/strict";
import { test } from "node:test";
import { hostAddresses } from "./host-addresses.ts";

/** What a connection is told when it asks for any name. */
const led = async (host: string, addresses: readonly string[]) => {
  const looked: string[] = [];
  const found = await hostAddresses(host, { lookup: async (name) => (looked.push(name), addresses) });
  const all = await new Promise((resolve) => found.lookup("another.test", { all: true }, (_, given) => resolve(given)));
  const one = await new Promise((resolve) => found.lookup("another.test", {}, (_, given, family) => resolve([given, family])));
  return { refused: found.refused, looked, all, one };
};

test("a name is asked for once, and leads to the addresses that it had then, whatever is asked for later", async () => {
  assert.deepEqual(await led("a.test", ["93.184.216.34", "2606:4700::1111"]), {
    refused: undefined,
    looked: ["a.test"],
    all: [
      { address: "93.184.216.34", family: 4 },
      { address: "2606:4700::1111", family: 6 },
    ],
    one: ["93.184.216.34", 4],
  });
});

test("one address of several is enough to be refused", async () => {
  assert.equal((await led("a.test", ["93.184.216.34", "10.0.0.1", "::1"])).refused, "10.0.0.1");
  assert.equal((await led("a.test", ["93.184.216.34", "nonsense"])).refused, "nonsense");
});

test("an address is its own, in brackets or without, and nobody is asked for it", async () => {
  for (const host of ["[::1]", "::1"]) {
    const { refused, looked, one } = await led(host, []);
    assert.deepEqual([refused, looked, one], ["::1", [], ["::1", 6]]);
  }
});

test("a name that is not known or has no address rejects", async () => {
  await assert.rejects(led("a.test", []), { message: "it has no address" });
  await assert.rejects(hostAddresses("a.test", { lookup: () => Promise.reject(new Error("ENOTFOUND")) }), { message: "ENOTFOUND" });
});

test("who resolves and judges can be handed in, and else it is the system", async () => {
  assert.equal((await hostAddresses("localhost", { isPrivate: () => false })).refused, undefined);
  assert.notEqual((await hostAddresses("localhost")).refused, undefined);
});
