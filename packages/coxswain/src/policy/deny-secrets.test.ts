import assert from "node:assert/strict";
import { test } from "node:test";
import { denySecrets } from "./deny-secrets.ts";
import { allowAll, allowTools } from "./grants.ts";
import { judge } from "./judge.ts";
import { strictest } from "./strictest.ts";

const policy = denySecrets({ home: "/home/ada" });
const reading = (subject: string) => ({ tool: "read", effect: "read", subject }) as const;

test("reading a secret is denied with a reason; other files are left open", () => {
  assert.deepEqual(policy(reading("/work/.env")), {
    verdict: "deny",
    reason: "/work/.env contains secrets and is never read; ask the user for the information that you need",
  });
  assert.equal(policy(reading("/work/env.ts")), undefined);
});

test("a secret is recognized under its other names", () => {
  const request = { ...reading("/work/notes.txt"), alsoKnownAs: ["/home/ada/.ssh/id_ed25519"] };
  assert.equal(policy(request)?.verdict, "deny");
  assert.match(policy(request)?.reason ?? "", /^\/home\/ada\/\.ssh\/id_ed25519 contains secrets/);
});

test("no other policy can allow a secret, in any order", () => {
  const request = reading("/work/.env");
  assert.equal(judge([request], strictest(allowAll(), policy)).verdict, "deny");
  assert.equal(judge([request], strictest(policy, allowTools(["read"]))).verdict, "deny");
});

test("only reading is judged", () => {
  assert.equal(policy({ tool: "write", effect: "write", subject: "/work/.env" }), undefined);
  assert.equal(policy({ tool: "bash", effect: "execute", subject: "cat .env" }), undefined);
});
