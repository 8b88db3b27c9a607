import assert from "node:assert/strict";
import { truncateSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { toolbox } from "./tool-context.fixture.ts";

test("T13: 2 GB with a hole: grep looks through it, named or found", async (t) => {
  const { grep, at } = await toolbox(t);
  writeFileSync(at("odd"), "");
  truncateSync(at("odd"), 2 ** 31);
  assert.match((await grep({ pattern: "two", path: "odd" })).text, /^No line matches\./);
  assert.match((await grep({ pattern: "two" })).text, /^No line matches\./);
});
