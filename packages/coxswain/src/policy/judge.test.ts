import assert from "node:assert/strict";
import { test } from "node:test";
import { allowAll, readingInside } from "./grants.ts";
import { judge } from "./judge.ts";
import type { Policy } from "./policy.ts";

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
