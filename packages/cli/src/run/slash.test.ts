import assert from "node:assert/strict";
import { test } from "node:test";
import { SLASH_NAMES } from "../commands/index.ts";
import { parseBuiltInSlash } from "./slash.ts";

test("parses a command with and without words after its name", () => {
  assert.deepEqual([parseBuiltInSlash("/compact")?.name, parseBuiltInSlash("/compact")?.words], ["compact", ""]);
  assert.equal(parseBuiltInSlash(" /compact  keep the API\ndecisions ")?.words, "keep the API\ndecisions");
  for (const task of ["/compaction", "compact", "please /compact", "/constructor", "/", ""])
    assert.equal(parseBuiltInSlash(task), undefined, task);
});

test("parses every command that the help names", () => {
  for (const name of SLASH_NAMES) assert.equal(parseBuiltInSlash(`/${name}`)?.name, name);
});
