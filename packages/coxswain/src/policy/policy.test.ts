import assert from "node:assert/strict";
import { test } from "node:test";
import { allowAll, readingInside } from "./grants.ts";
import { judge, type Policy, type Judgement, strictest } from "./policy.ts";
import fc from "fast-check";

const INSIDE = { tool: "read", effect: "read", subject: "/work/a.ts", inside: true } as const;
const OUTSIDE = { tool: "read", effect: "read", subject: "/etc/hosts", inside: false } as const;
const BASH = { tool: "bash", effect: "execute", subject: "npm test" } as const;

test("a call without permission requests is allowed", () => {
  assert.deepEqual(
    judge([], () => ({ verdict: "deny", reason: "never" })),
    { verdict: "allow", requests: [], reasons: [] },
  );
});

test("a request that no policy judges is asked about, with a reason", () => {
  assert.deepEqual(judge([BASH], readingInside()), {
    verdict: "ask",
    requests: [BASH],
    reasons: ["nothing allows bash to run commands"],
  });
});

test("the strictest request decides for the whole call, and only deciding requests are shown", () => {
  assert.deepEqual(judge([INSIDE, OUTSIDE], readingInside()), {
    verdict: "ask",
    requests: [OUTSIDE],
    reasons: ["nothing allows read to read files outside the session's folder"],
  });
  const noShell: Policy = ({ tool }) => (tool === "bash" ? { verdict: "deny", reason: "no shell here" } : undefined);
  assert.deepEqual(judge([OUTSIDE, BASH, INSIDE], noShell), { verdict: "deny", requests: [BASH], reasons: ["no shell here"] });
});

test("a reason for several requests appears once", () => {
  assert.deepEqual(judge([INSIDE, OUTSIDE], allowAll()).reasons, ["everything is allowed"]);
});

const REQUEST = { tool: "bash", effect: "execute", subject: "true" } as const;
const verdictPolicy =
  (verdict: Judgement["verdict"], reason: string = verdict): Policy =>
  () => ({ verdict, reason });
const silent: Policy = () => undefined;

test("deny beats ask, and ask beats allow, in any order", () => {
  const policies = fc.array(fc.constantFrom("allow", "ask", "deny", undefined));
  fc.assert(
    fc.property(policies, (verdicts) => {
      const all = verdicts.map((verdict) => (verdict === undefined ? silent : verdictPolicy(verdict)));
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
  assert.equal(strictest(verdictPolicy("deny", "first"), verdictPolicy("deny", "second"))(REQUEST)?.reason, "first");
});

test("combining combined policies changes nothing", () => {
  const inner = strictest(verdictPolicy("allow"), verdictPolicy("ask"));
  assert.equal(strictest(inner, verdictPolicy("allow"))(REQUEST)?.verdict, "ask");
  assert.equal(strictest(inner, verdictPolicy("deny"))(REQUEST)?.verdict, "deny");
});

test("a request that asks for itself is asked about although a policy allows it, and denied where one denies it", () => {
  const request = { ...BASH, ask: "its sandbox could not be tested" };
  assert.deepEqual(judge([BASH, request], allowAll()), { verdict: "ask", requests: [request], reasons: [request.ask] });
  assert.equal(judge([request], verdictPolicy("deny")).verdict, "deny");
});
