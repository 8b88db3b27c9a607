import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Judgement, Policy } from "./policy.ts";
import { strictest } from "./strictest.ts";

const REQUEST = { tool: "bash", effect: "execute", subject: "true" } as const;
const says =
  (verdict: Judgement["verdict"], reason: string = verdict): Policy =>
  () => ({ verdict, reason });
const silent: Policy = () => undefined;

test("deny beats ask, and ask beats allow, in any order", () => {
  const policies = fc.array(fc.constantFrom("allow", "ask", "deny", undefined));
  fc.assert(
    fc.property(policies, (verdicts) => {
      const all = verdicts.map((verdict) => (verdict === undefined ? silent : says(verdict)));
      const expected = (["deny", "ask", "allow"] as const).find((verdict) => verdicts.includes(verdict));
      assert.equal(strictest(...all)(REQUEST)?.verdict, expected);
    }),
  );
});

test("without a judgement the request is left open", () => {
  assert.equal(strictest()(REQUEST), undefined);
  assert.equal(strictest(silent, silent)(REQUEST), undefined);
});

test("the first of two equally strict judgements gives the reason", () => {
  assert.equal(strictest(says("deny", "first"), says("deny", "second"))(REQUEST)?.reason, "first");
});

test("combining combined policies changes nothing", () => {
  const inner = strictest(says("allow"), says("ask"));
  assert.equal(strictest(inner, says("allow"))(REQUEST)?.verdict, "ask");
  assert.equal(strictest(inner, says("deny"))(REQUEST)?.verdict, "deny");
});
