import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { temporaryWorkspace } from "../../workspace/workspace.fixture.ts";
import { findInstructions } from "./session-instructions.ts";

test("finds a session's instruction files without a session, with warnings", async (t) => {
  const { workspace, at } = temporaryWorkspace(t);
  mkdirSync(at("AGENTS.override.md"));
  writeFileSync(at("AGENTS.md"), "Use tabs.");
  assert.deepEqual(await findInstructions(workspace, {}), {
    files: [at("AGENTS.md")],
    warnings: [`${at("AGENTS.override.md")} is a folder, not a file. The model does not see it.`],
  });
});
