import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { SettingsError } from "../errors.ts";
import { mcpApprovals } from "./approvals.ts";
import { definitionHash } from "./definition-hash.ts";

const file = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), "cox-approvals-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, "data", "mcp-approvals.json");
};

test("approvals of a project are private to the user, and do not apply to other projects", (t) => {
  const path = file(t);
  mcpApprovals(path).approve("/one", ["a", "b"]);
  mcpApprovals(path).approve("/two", ["c"]);
  assert.deepEqual([...mcpApprovals(path).of("/one")], ["a", "b"]);
  assert.deepEqual([...mcpApprovals(path).of("/two")], ["c"]);
  assert.deepEqual([...mcpApprovals(path).of("__proto__")], []);
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test("a new approval replaces those of servers that the project no longer has", (t) => {
  const path = file(t);
  mcpApprovals(path).approve("/one", ["a", "b"]);
  mcpApprovals(path).approve("/one", ["b"]);
  assert.deepEqual([...mcpApprovals(path).of("/one")], ["b"]);
});

test("a file that others may write is not read", (t) => {
  const path = file(t);
  mcpApprovals(path).approve("/one", ["a"]);
  rmSync(path);
  writeFileSync(path, '{"projects":{"/one":["a"]}}', { mode: 0o666 });
  assert.throws(() => mcpApprovals(path).of("/one"), SettingsError);
});

test("the hash of a definition covers its name and all its fields, in any order", () => {
  const hash = definitionHash("one", { command: "x", env: { A: "1", B: "2" } });
  assert.equal(definitionHash("one", { env: { B: "2", A: "1" }, command: "x" }), hash);
  for (const [name, settings] of [
    ["two", { command: "x", env: { A: "1", B: "2" } }],
    ["one", { command: "x", env: { A: "1", B: "3" } }],
    ["one", { command: "x", env: { A: "1", B: "2" }, args: [] }],
    ["one", { command: "y", env: { A: "1", B: "2" } }],
  ] as const)
    assert.notEqual(definitionHash(name, settings), hash);
});
