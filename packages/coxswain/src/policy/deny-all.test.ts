import assert from "node:assert/strict";
import { test } from "node:test";
import { ASKER } from "./asker.fixture.ts";
import { denyAll } from "./deny-all.ts";
import { readingInside } from "./grants.ts";
import { policyGate } from "./policy-gate.ts";

const ask = denyAll((tool) => `The user can allow it with --allow ${tool} or --yes.`);

test("without a user to ask, the denial contains the reason, instructions, and how the user can allow it", async () => {
  const gate = policyGate({ asker: ASKER, policy: readingInside(), ask });
  const call = { type: "tool_call", id: "call-1", name: "bash", input: {} } as const;
  const requests = [{ tool: "bash", effect: "execute", subject: "npm test" }] as const;

  assert.deepEqual(await gate.check(call, requests, new AbortController().signal), {
    kind: "deny",
    reason:
      "nothing allows bash to run commands, and no user is available to approve it. Do not retry it in another form. " +
      "Do what you can without it, and report at the end any part that you could not do. The user can allow it with --allow bash or --yes.",
  });
});

test("a denial of a question that a hook requires does not state how to allow it", async () => {
  const gate = policyGate({ asker: ASKER, policy: () => ({ verdict: "allow", reason: "all is" }), ask });
  const call = { type: "tool_call", id: "call-1", name: "bash", input: {} } as const;
  const verdict = await gate.check(call, [{ tool: "bash", effect: "execute", subject: "x" }], new AbortController().signal, "it pushes");
  assert.match(
    verdict.kind === "deny" ? verdict.reason : "",
    /^it pushes, and no user is available .* A hook requires approval of this call\.$/,
  );
});
