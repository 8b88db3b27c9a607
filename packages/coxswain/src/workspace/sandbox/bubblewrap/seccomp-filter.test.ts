import assert from "node:assert/strict";
import { test } from "node:test";
import { seccompFilter } from "./seccomp-filter.ts";

type Call = readonly [number: number, ...parameters: readonly (number | bigint)[]];

/** Runs the filter as the kernel does, and returns its verdict. */
const verdictOf = (filter: Buffer, audit: number, [number, ...parameters]: Call): string => {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(audit, 4);
  parameters.forEach((value, at) => data.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)), 16 + 8 * at));
  let value = 0;
  for (let at = 0; at < filter.length;) {
    const [code, yes, no, constant] = [
      filter.readUInt16LE(at),
      filter.readUInt8(at + 2),
      filter.readUInt8(at + 3),
      filter.readUInt32LE(at + 4),
    ];
    at += 8;
    const jump = (holds: boolean): void => void (at += 8 * (holds ? yes : no));
    if (code === 0x20) value = data.readUInt32LE(constant);
    else if (code === 0x15) jump(value === constant);
    else if (code === 0x35) jump(value >= constant);
    else if (code === 0x45) jump((value & constant) !== 0);
    else if (code === 0x06) return VERDICTS[constant] ?? `unknown ${constant}`;
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error("the filter has no end");
};

const VERDICTS: Readonly<Record<number, string>> = { 0x7fff0000: "allow", 0x80000000: "kill", 0x50001: "EPERM", 0x50026: "ENOSYS" };

const [CREATE, TMPFILE, NOFOLLOW] = [0o101, 0o20200002, 0o400000];

/** By name of the architecture: its constant in the kernel, and calls by the position of their mode. */
const INTERFACES = {
  "x64 x86_64": { audit: 0xc000003e, second: [90, 91, 83, 133, 85], third: [268, 258, 259, 452], open: [2], openat: 257 },
  "x64 i386": { audit: 0x40000003, second: [15, 94, 39, 14, 8], third: [306, 296, 297, 452], open: [5], openat: 295 },
  "arm64 aarch64": { audit: 0xc00000b7, second: [52], third: [53, 34, 33, 452], open: [], openat: 56 },
  "arm64 arm": { audit: 0x40000028, second: [15, 94, 39, 14, 8], third: [333, 323, 324, 452], open: [5], openat: 322 },
} as const;

for (const [name, { audit, second, third, open, openat }] of Object.entries(INTERFACES)) {
  test(`A3: on ${name} no call sets the set-user-ID or set-group-ID bit, and other modes are allowed`, () => {
    const filter = seccompFilter(name.split(" ")[0]) ?? Buffer.alloc(0);
    const verdict = (...call: Call): string => verdictOf(filter, audit, call);
    for (const mode of [0o4755, 0o2755, 0o6000, 0o107777, 0x7fff_0000_0000n | 0o4000n]) {
      for (const call of second) assert.equal(verdict(call, 0, mode), "EPERM", `${call}`);
      for (const call of third) assert.equal(verdict(call, 0, 0, mode), "EPERM", `${call}`);
      for (const flags of [CREATE, TMPFILE]) {
        for (const call of open) assert.equal(verdict(call, 0, flags, mode), "EPERM", `${call}`);
        assert.equal(verdict(openat, 0, 0, flags, mode), "EPERM");
      }
    }
    for (const mode of [0, 0o755, 0o1777, 0o100644]) {
      for (const call of second) assert.equal(verdict(call, 0o6000, mode, 0o6000), "allow", `${call}`);
      for (const call of third) assert.equal(verdict(call, 0o6000, 0o6000, mode, 0o6000), "allow", `${call}`);
      assert.equal(verdict(openat, 0, 0, CREATE, mode), "allow");
    }
    // Without these flags the kernel ignores the mode, and programs leave any value there.
    for (const call of open) assert.equal(verdict(call, 0, NOFOLLOW, 0o6000), "allow");
    assert.equal(verdict(openat, 0, 0, NOFOLLOW, 0o6000), "allow");
    for (const call of [437, 425, 426, 427]) assert.equal(verdict(call), "ENOSYS", `${call}`);
    for (const call of [1, 3, 60, 300, 435]) assert.equal(verdict(call, 0o6000, 0o6000, 0o6000), "allow", `${call}`);
  });
}

test("A3: calls of the x32 interface are not offered, and those of unknown architectures kill the process", () => {
  const filter = seccompFilter("x64") ?? Buffer.alloc(0);
  assert.equal(verdictOf(filter, 0xc000003e, [0x4000_0000 | 90, 0, 0o755]), "ENOSYS");
  for (const audit of [0, 0xc00000b7, 0xc00000f3]) assert.equal(verdictOf(filter, audit, [1]), "kill");
});

test("there is no filter for other architectures", () => {
  for (const arch of ["riscv64", "s390x", "ppc64", ""]) assert.equal(seccompFilter(arch), undefined, arch);
});
