import assert from "node:assert/strict";
import { test } from "node:test";
import { harmless, harmlessInBubblewrap, noBubblewrap } from "./denied-commands.fixture.ts";
import { corpus } from "./rule-corpus.fixture.ts";

test("every command that the corpus wants denied does in a real bash what the rules deny", async () => {
  assert.deepEqual(await harmless(corpus("denied-commands")), []);
});

test(
  "in bubblewrap, with what programs do that are not everywhere, those do so too that are no rows for a bare bash",
  { skip: noBubblewrap() },
  async () => {
    assert.deepEqual(await harmlessInBubblewrap(corpus("denied-confined")), []);
  },
);
