import assert from "node:assert/strict";
import { test } from "node:test";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";
import { cleanManifest } from "./manifest.ts";
import { manifestCache } from "./manifest-cache.ts";
import { stubConfig } from "./stub-server.fixture.ts";
import type { McpServerConfig, McpUrlConfig } from "./types.ts";

const manifest = cleanManifest({
  era: "legacy",
  server: {},
  instructions: undefined,
  tools: [],
  prompts: [],
  resources: [],
  problems: [],
});

const command = stubConfig({});
const url: McpUrlConfig = { kind: "url", name: "web", origin: "user", url: "http://stub.invalid/", headers: { a: "1", b: "2" } };

const others: readonly (readonly [what: string, first: McpServerConfig, other: McpServerConfig, cwd: string])[] = [
  ["name", command, { ...command, name: "other" }, "/a"],
  ["program", command, { ...command, command: "other" }, "/a"],
  ["argument", command, { ...command, args: [...command.args, "x"] }, "/a"],
  ["variable", command, { ...command, env: { ACCOUNT: "b" } }, "/a"],
  ["configured folder", command, { ...command, cwd: "/b" }, "/a"],
  ["folder of the session", command, command, "/b"],
  ["URL", url, { ...url, url: "http://other.invalid/" }, "/a"],
  ["header", url, { ...url, headers: { a: "1", b: "3" } }, "/a"],
];
for (const [what, first, other, cwd] of others)
  test(`a server with another ${what} does not get the manifest`, (t) => {
    const folder = temporaryFolder(t);
    manifestCache(folder, first, "/a").write(manifest);
    assert.deepEqual(manifestCache(folder, first, "/a").read()?.manifest, manifest);
    assert.equal(manifestCache(folder, other, cwd).read(), undefined);
  });

test("a server behind a URL gets it in every folder, in any order of its headers", (t) => {
  const folder = temporaryFolder(t);
  manifestCache(folder, url, "/a").write(manifest);
  assert.deepEqual(manifestCache(folder, { ...url, headers: { b: "2", a: "1" } }, "/b").read()?.manifest, manifest);
});
