import assert from "node:assert/strict";
import { test } from "node:test";
import { harmless, harmlessInBubblewrap } from "./denied-commands.fixture.ts";
import { noBubblewrap } from "./denied-commands-confined.fixture.ts";
import { corpusConditions, corpusScripts } from "./rule-corpus.fixture.ts";

test("every command that the corpus wants denied does in a real bash what the rules deny", async () => {
  assert.deepEqual(await harmless(corpusScripts("denied-commands")), []);
});

test(
  "in bubblewrap, with what programs do that are not everywhere, those do so too that are no rows for a bare bash",
  { skip: noBubblewrap() },
  async () => {
    assert.deepEqual(await harmlessInBubblewrap(corpusScripts("denied-confined")), []);
  },
);

test("what stands around some of them does nothing of the kind alone", { skip: noBubblewrap() }, async () => {
  for (const name of ["denied-commands", "denied-confined"]) {
    const conditions = corpusConditions(name);
    assert.ok(conditions.length > 0);
    assert.deepEqual(await harmlessInBubblewrap(conditions), conditions);
  }
});
