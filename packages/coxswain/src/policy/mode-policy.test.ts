import assert from "node:assert/strict";
import { test } from "node:test";
import type { PermissionRequest } from "../loop/index.ts";
import { denySecrets } from "./secret-paths.ts";
import { judge, strictest } from "./policy.ts";
import { rulesPolicy } from "./rules/index.ts";
import { modePolicy, PERMISSION_MODES, type PermissionMode } from "./mode-policy.ts";

const REQUESTS = {
  "reading inside": { tool: "read", effect: "read", subject: "/work/a", inside: true },
  "reading outside": { tool: "read", effect: "read", subject: "/etc/hosts", inside: false },
  "writing inside": { tool: "edit", effect: "write", subject: "/work/a", inside: true },
  "writing outside": { tool: "edit", effect: "write", subject: "/tmp/a", inside: false },
  "writing at an unknown location": { tool: "edit", effect: "write", subject: "a" },
  "a command": { tool: "bash", effect: "execute", subject: "npm test", shell: "bash" },
  "a command in the sandbox": { tool: "bash", effect: "execute", subject: "npm test", shell: "bash", confined: true },
  "a command outside of the sandbox": { tool: "bash", effect: "execute", subject: "npm test", shell: "bash", confined: false },
  "a call that is not a command": { tool: "other", effect: "execute", subject: "{}", confined: true },
  "the network": { tool: "fetch", effect: "network", subject: "https://example.org" },
} as const satisfies Record<string, PermissionRequest>;

const allowedIn = (mode: PermissionMode): readonly string[] =>
  Object.entries(REQUESTS).flatMap(([name, request]) => (judge([request], modePolicy(mode)).verdict === "allow" ? [name] : []));

test("each mode allows everything that the stricter modes allow, and more", () => {
  const reading = ["reading inside"];
  assert.deepEqual(allowedIn("plan"), reading);
  assert.deepEqual(allowedIn("ask"), reading);
  assert.deepEqual(allowedIn("auto-edit"), [...reading, "writing inside", "a command in the sandbox"]);
  assert.deepEqual(allowedIn("yolo"), Object.keys(REQUESTS));
});

test("in every mode, rules that deny and ask apply, and secrets are not read", () => {
  for (const mode of PERMISSION_MODES) {
    const policy = strictest(modePolicy(mode), denySecrets({}), rulesPolicy({ ask: ["fetch(example.org)"], deny: ["edit"] }));
    assert.equal(judge([REQUESTS["writing inside"]], policy).verdict, "deny", mode);
    assert.equal(judge([{ tool: "read", effect: "read", subject: "/work/.env", inside: true }], policy).verdict, "deny", mode);
    assert.equal(judge([REQUESTS["the network"]], policy).verdict, "ask", mode);
  }
});
