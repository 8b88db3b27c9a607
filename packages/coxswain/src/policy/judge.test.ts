import assert from "node:assert/strict";
import { test } from "node:test";
import { allowAll, readingInside } from "./grants.ts";
import { judge } from "./judge.ts";
import type { Policy } from "./policy.ts";

const INSIDE = { tool: "read", effect: "read", subject: "/work/a.ts", inside: true } as const;
const OUTSIDE = { tool: "read", effect: "read", subject: "/etc/hosts", inside: false } as const;
const BASH = { tool: "bash", effect: "execute", subject: "npm test" } as const;

test("a call that asks for nothing is allowed", () => {
  assert.deepEqual(
    judge([], () => ({ verdict: "deny", reason: "never" })),
    { verdict: "allow", requests: [], reasons: [] },
  );
});

test("what no policy has a say in is asked, with the reason", () => {
  assert.deepEqual(judge([BASH], readingInside()), {
    verdict: "ask",
    requests: [BASH],
    reasons: ["nothing allows bash to run commands"],
  });
});

test("the strictest request decides for the whole call, and only what decided is shown", () => {
  assert.deepEqual(judge([INSIDE, OUTSIDE], readingInside()), {
    verdict: "ask",
    requests: [OUTSIDE],
    reasons: ["nothing allows read to read files outside the session's folder"],
  });
  const noShell: Policy = ({ tool }) => (tool === "bash" ? { verdict: "deny", reason: "no shell here" } : undefined);
  assert.deepEqual(judge([OUTSIDE, BASH, INSIDE], noShell), { verdict: "deny", requests: [BASH], reasons: ["no shell here"] });
});

test("a reason that holds for several requests is said once", () => {
  assert.deepEqual(judge([INSIDE, OUTSIDE], allowAll()).reasons, ["everything is allowed"]);
});
