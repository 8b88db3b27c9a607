import assert from "node:assert/strict";
import { test } from "node:test";
import { doesHarm } from "./real-bash.fixture.ts";
import { corpus } from "./rule-corpus.fixture.ts";

/** All are tried in the long tests. */
const EACH = 25;

test("commands that the corpus wants denied do in a real bash what the rules deny", async () => {
  const some = corpus("denied-commands").filter((_, at) => at % EACH === 0);
  const harmless: string[] = [];
  for (const command of some) if (!(await doesHarm(command))) harmless.push(command);
  assert.deepEqual(harmless, []);
});

test("a command of everyday work does not", async () => {
  for (const command of ["git status", "rm x", "echo 'rm -rf victim'", "cat <<'E'\n$(rm -rf victim)\nE"])
    assert.equal(await doesHarm(command), false, command);
});
