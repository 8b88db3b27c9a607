import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { maskOf } from "../loop/index.ts";
import { toolbox } from "./tool-context.fixture.ts";

const MASK = maskOf("github-token");
const REFUSED = { name: "ToolError", message: /a placeholder for a secret that you cannot see/ };

test("rejects content with a mask of a secret", async (t) => {
  const { write, read, at } = await toolbox(t);
  writeFileSync(at("config"), "token = real\n");
  await read({ path: "config" });
  await assert.rejects(write({ path: "config", content: `token = ${MASK}\nport = 1\n` }), REFUSED);
  await assert.rejects(write({ path: "new", content: MASK }), REFUSED);
  assert.equal(readFileSync(at("config"), "utf8"), "token = real\n");
});

test("rejects an edit with a mask in its old or new text", async (t) => {
  const { edit, read, at } = await toolbox(t);
  writeFileSync(at("config"), "token = real\n");
  await read({ path: "config" });
  await assert.rejects(edit({ path: "config", oldText: `token = ${MASK}`, newText: "token = none" }), REFUSED);
  await assert.rejects(edit({ path: "config", oldText: "token = real", newText: `token = ${MASK}` }), REFUSED);
  assert.equal(readFileSync(at("config"), "utf8"), "token = real\n");
});

test("accepts a mask that the file already contains", async (t) => {
  const { edit, read, at } = await toolbox(t);
  writeFileSync(at("notes"), `It reads ${MASK} there.\n`);
  await read({ path: "notes" });
  await edit({ path: "notes", oldText: `It reads ${MASK} there.`, newText: `There it reads ${MASK}.` });
  assert.equal(readFileSync(at("notes"), "utf8"), `There it reads ${MASK}.\n`);
});
