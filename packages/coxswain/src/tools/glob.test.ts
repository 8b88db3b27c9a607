import assert from "node:assert/strict";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { toolbox } from "./tool-context.fixture.ts";

test("lists files newest first, without ignored ones", async (t) => {
  const { glob, at } = await toolbox(t);
  mkdirSync(at("src"));
  writeFileSync(at(".gitignore"), "out.ts\n");
  for (const [index, name] of ["a.ts", "src/b.ts", "c.ts", "out.ts", "d.md"].entries()) {
    writeFileSync(at(name), "");
    utimesSync(at(name), 1_700_000_000 + (index % 3), 1_700_000_000 + (index % 3));
  }
  const { text, details } = await glob({ pattern: "**/*.ts" });
  assert.equal(text, "c.ts\nsrc/b.ts\na.ts");
  assert.deepEqual(details, { files: 3 });
  assert.equal((await glob({ pattern: "*.ts", path: "src" })).text, "src/b.ts");
});

test("counts files that exceed the limit", async (t) => {
  const { glob, at } = await toolbox(t);
  for (let index = 0; index < 250; index++) writeFileSync(at(`f${index}`), "");
  const { text } = await glob({ pattern: "f*" });
  assert.equal(text.split("\n").length, 201);
  assert.match(text, /\n\(50 more files; narrow the pattern or the path\)$/);
});

test("no match is a result; an invalid pattern or a missing folder is an error with advice", async (t) => {
  const { glob } = await toolbox(t);
  assert.equal((await glob({ pattern: "*.none" })).text, "No file matches *.none.");
  await assert.rejects(glob({ pattern: "{a" }), { name: "ToolError", message: /error parsing glob[^]*Correct it/ });
  await assert.rejects(glob({ pattern: "*", path: "none" }), { name: "ToolError", message: /does not exist/ });
});
