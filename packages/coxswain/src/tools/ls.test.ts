import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { toolbox } from "./tool-context.fixture.ts";

test("lists entries by name with their types", async (t) => {
  const { ls, at } = await toolbox(t);
  mkdirSync(at("src"));
  writeFileSync(at(".hidden"), "");
  symlinkSync("src", at("link"));
  execFileSync("mkfifo", [at("pipe")]);
  const { text, details } = await ls({});
  assert.equal(text, ".hidden\nlink@\npipe (not a regular file)\nsrc/");
  assert.deepEqual(details, { path: ".", entries: 4 });
  assert.equal((await ls({ path: "src" })).text, "(the folder is empty)");
});

test("counts entries that exceed the limit", async (t) => {
  const { ls, at } = await toolbox(t);
  for (let index = 0; index < 502; index++) writeFileSync(at(`f${index}`), "");
  assert.match((await ls({})).text, /\n\(2 more entries; narrow down with glob\)$/);
});

test("a file or a missing path is an error", async (t) => {
  const { ls, at } = await toolbox(t);
  writeFileSync(at("a"), "");
  await assert.rejects(ls({ path: "a" }), { name: "ToolError", message: "a is a file. Use read to show its content." });
  await assert.rejects(ls({ path: "none" }), { name: "ToolError", message: /does not exist/ });
});
