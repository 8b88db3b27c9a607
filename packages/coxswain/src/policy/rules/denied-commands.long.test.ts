import assert from "node:assert/strict";
import { test } from "node:test";
import { harmless, harmlessInBubblewrap } from "./denied-commands.fixture.ts";
import { noBubblewrap } from "./denied-commands-confined.fixture.ts";
import { corpusConditions, corpusScripts } from "./rule-corpus.fixture.ts";

test("every row of denied-commands.txt does in a real bash what the rules deny", async () => {
  assert.deepEqual(await harmless(corpusScripts("denied-commands")), []);
});

test(
  "every row of denied-confined.txt does so in bubblewrap, where more programs exist than for a bare bash",
  { skip: noBubblewrap() },
  async () => {
    assert.deepEqual(await harmlessInBubblewrap(corpusScripts("denied-confined")), []);
  },
);

test("the conditions of rows alone do nothing that the rules deny", { skip: noBubblewrap() }, async () => {
  for (const name of ["denied-commands", "denied-confined"]) {
    const conditions = corpusConditions(name);
    assert.ok(conditions.length > 0);
    assert.deepEqual(await harmlessInBubblewrap(conditions), conditions);
  }
});
