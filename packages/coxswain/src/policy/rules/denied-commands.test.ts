import assert from "node:assert/strict";
import { test } from "node:test";
import { harmless, harmlessInBubblewrap } from "./denied-commands.fixture.ts";
import { noBubblewrap } from "./denied-commands-confined.fixture.ts";
import { corpusScripts } from "./rule-corpus.fixture.ts";

/** The long tests run all rows. */
const EACH = 25;
const some = (name: string): readonly string[] => corpusScripts(name).filter((_, at) => at % EACH === 0);

const EVERYDAY = [
  "git status",
  "rm x",
  "echo 'rm -rf victim'",
  "cat <<'E'\n$(rm -rf victim)\nE",
  "sudo ls",
  "ssh host ls -rf",
  "ls ~/.ssh",
  "git log --grep=evil.org",
  "rm -- -rf",
];

test("commands that the corpus denies do in a real bash what the rules deny", async () => {
  assert.deepEqual(await harmless(some("denied-commands")), []);
});

test("everyday commands do not", async () => {
  const everyday = EVERYDAY.slice(0, 4);
  assert.deepEqual(await harmless(everyday), everyday);
});

test(
  "in bubblewrap, commands that need more than a bare bash do so too, and everyday commands do not",
  { skip: noBubblewrap() },
  async () => {
    assert.deepEqual(await harmlessInBubblewrap([...some("denied-confined"), ...EVERYDAY]), EVERYDAY);
  },
);
