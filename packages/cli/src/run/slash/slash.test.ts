import assert from "node:assert/strict";
import { test } from "node:test";
import { SLASH_NAMES } from "../../options/index.ts";
import { slashIn } from "./index.ts";

test("a command is its name alone or with words behind it", () => {
  assert.deepEqual([slashIn("/compact")?.name, slashIn("/compact")?.words], ["compact", ""]);
  assert.equal(slashIn(" /compact  keep the API\ndecisions ")?.words, "keep the API\ndecisions");
  for (const task of ["/compaction", "compact", "please /compact", "/constructor", "/", ""]) assert.equal(slashIn(task), undefined, task);
});

test("the help names each command", () => {
  for (const name of SLASH_NAMES) assert.equal(slashIn(`/${name}`)?.name, name);
});
