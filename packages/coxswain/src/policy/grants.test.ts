import assert from "node:assert/strict";
import { test } from "node:test";
import { allowAll, allowTools, readingInside } from "./grants.ts";

const READ = { tool: "read", effect: "read", subject: "/work/a.ts", inside: true } as const;
const BASH = { tool: "bash", effect: "execute", subject: "npm test" } as const;

test("allowAll allows every effect", () => {
  for (const effect of ["read", "write", "execute", "network"] as const) {
    assert.equal(allowAll()({ tool: "any", effect, subject: "x" })?.verdict, "allow");
  }
});

test("readingInside allows reading inside the folder and leaves everything else open", () => {
  assert.equal(readingInside()(READ)?.verdict, "allow");
  assert.equal(readingInside()({ ...READ, inside: false }), undefined);
  assert.equal(readingInside()({ ...READ, effect: "write" }), undefined);
  assert.equal(readingInside()(BASH), undefined);
});

test("reading without a known location is not inside", () => {
  assert.equal(readingInside()({ tool: "read", effect: "read", subject: "/work/a.ts" }), undefined);
});

test("allowTools allows the tools with exactly these names and leaves others open", () => {
  const policy = allowTools(["bash"]);
  assert.equal(policy(BASH)?.verdict, "allow");
  assert.equal(policy({ ...BASH, tool: "Bash" }), undefined);
  assert.equal(policy({ ...BASH, tool: "bash " }), undefined);
  assert.equal(policy(READ), undefined);
});
