import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { SettingsError } from "../errors.ts";
import { changeProjectServer } from "./servers.ts";

const place = (t: TestContext) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "cox-change-")));
  t.after(() => rmSync(root, { recursive: true }));
  const project = join(root, "project");
  mkdirSync(project);
  const path = join(project, ".mcp.json");
  return { root, project, path, read: () => readFileSync(path, "utf8"), write: (text: string) => writeFileSync(path, text) };
};

test("adds a server to a new file and to one of VS Code, and preserves comments", async (t) => {
  const { project, read, write } = place(t);
  assert.equal(await changeProjectServer(project, "a", { command: "x", args: ["1"] }), true);
  assert.deepEqual(JSON.parse(read()), { mcpServers: { a: { command: "x", args: ["1"] } } });
  write('{\n  // mine\n  "servers": {\n    "a": { "command": "x" } // first\n  }\n}\n');
  await changeProjectServer(project, "b", { url: "https://a.b/mcp" });
  assert.match(read(), /\/\/ mine\n[^]*\/\/ first\n/);
  assert.deepEqual(JSON.parse(read().replaceAll(/\/\/ .*/g, "")), { servers: { a: { command: "x" }, b: { url: "https://a.b/mcp" } } });
});

test("removes every server of a name, and nothing else", async (t) => {
  const { project, read, write } = place(t);
  write('{"mcpServers": {"a": {"command": "x"}, "b": {"command": "y"}, "a": {"command": "z"}}}');
  assert.equal(await changeProjectServer(project, "c", undefined), false);
  assert.equal(await changeProjectServer(project, "a", undefined), true);
  assert.deepEqual(JSON.parse(read()), { mcpServers: { b: { command: "y" } } });
});

test("does not change an invalid file, or one outside the project", async (t) => {
  const { root, project, path, read, write } = place(t);
  write("{ not JSON");
  await assert.rejects(changeProjectServer(project, "a", { command: "x" }), SettingsError);
  assert.equal(read(), "{ not JSON");
  rmSync(path);
  writeFileSync(join(root, "outside.json"), "{}");
  symlinkSync(join(root, "outside.json"), path);
  await assert.rejects(changeProjectServer(project, "a", { command: "x" }), /outside the project; nothing was written/);
});
