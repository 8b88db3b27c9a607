import assert from "node:assert/strict";
import { test } from "node:test";
import { temporaryWorkspace } from "../workspace/workspace.fixture.ts";
import { builtinTools } from "./builtin-tools.ts";
import { LIMITS } from "./limits.ts";

/** Configures the optional tools too. */
const EVERY = { search: { provider: "brave" }, sourcegraph: { url: "https://sourcegraph.com" } };

test("S1-44: the built-in tools, their effects, and which of them may run in parallel and be retried", (t) => {
  const { workspace } = temporaryWorkspace(t);
  const tools = builtinTools(EVERY).map((make) => make(workspace));
  assert.deepEqual(
    tools.map(({ name, effect, parallel = false, replay = "never" }) => [name, effect, parallel, replay]),
    [
      ["read", "read", true, "safe"],
      ["write", "write", false, "never"],
      ["edit", "write", false, "never"],
      ["apply_patch", "write", false, "never"],
      ["bash", "execute", false, "never"],
      ["job_output", "read", false, "safe"],
      ["job_kill", "execute", false, "never"],
      ["grep", "read", true, "safe"],
      ["glob", "read", true, "safe"],
      ["ls", "read", true, "safe"],
      ["fetch", "network", false, "never"],
      ["download", "network", false, "never"],
      ["web_search", "network", false, "never"],
      ["sourcegraph", "network", false, "never"],
      ["todo", "read", false, "safe"],
    ],
  );
});

test("every description contains the tool's limits", (t) => {
  const { workspace } = temporaryWorkspace(t);
  for (const { name, description } of builtinTools(EVERY).map((make) => make(workspace))) {
    const limits: Readonly<Record<string, number>> = LIMITS[name as keyof typeof LIMITS];
    for (const [limit, value] of Object.entries(limits)) {
      assert.match(description, new RegExp(`\\b${value}\\b`), `${name} does not tell its limit of ${limit}`);
    }
  }
});
