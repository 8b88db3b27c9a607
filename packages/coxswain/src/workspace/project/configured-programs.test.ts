import assert from "node:assert/strict";
import { test } from "node:test";
import { temporaryFolder } from "../workspace.fixture.ts";
import { configuredPrograms } from "./configured-programs.ts";

test("ripgrep may run programs of the file that the environment names, and git those of another repository", async (t) => {
  const folder = temporaryFolder(t);
  assert.deepEqual(await configuredPrograms("rg", folder, {}), []);
  assert.deepEqual(await configuredPrograms("rg", folder, { RIPGREP_CONFIG_PATH: "" }), []);
  assert.deepEqual(await configuredPrograms("rg", folder, { RIPGREP_CONFIG_PATH: ".rg" }), ["the environment sets RIPGREP_CONFIG_PATH"]);
  assert.deepEqual(await configuredPrograms("git", folder, {}), []);
  assert.deepEqual(await configuredPrograms("git", folder, { GIT_DIR: "x" }), ["the environment sets GIT_DIR"]);
});
