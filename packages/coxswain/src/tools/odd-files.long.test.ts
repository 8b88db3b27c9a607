import assert from "node:assert/strict";
import { truncateSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { toolbox } from "./tool-context.fixture.ts";

test("T13: grep searches a sparse file of 2 GB, by its path and in its folder", async (t) => {
  const { grep, at } = await toolbox(t);
  writeFileSync(at("odd"), "");
  truncateSync(at("odd"), 2 ** 31);
  assert.match((await grep({ pattern: "two", path: "odd" })).text, /^No line matches\./);
  assert.match((await grep({ pattern: "two" })).text, /^No line matches\./);
});
