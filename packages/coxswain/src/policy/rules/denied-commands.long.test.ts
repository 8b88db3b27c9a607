import assert from "node:assert/strict";
import { test } from "node:test";
import { doesHarm } from "./real-bash.fixture.ts";
import { corpus } from "./rule-corpus.fixture.ts";

test("every command that the corpus wants denied does in a real bash what the rules deny", async () => {
  const harmless: string[] = [];
  for (const command of corpus("denied-commands")) if (!(await doesHarm(command))) harmless.push(command);
  assert.deepEqual(harmless, []);
});
