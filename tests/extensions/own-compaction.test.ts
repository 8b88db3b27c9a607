import assert from "node:assert/strict";
import { test } from "node:test";
import { addUserTurn } from "coxswain/session";
import { openExample } from "./extension-scene.ts";

test("pre_compact: builds the summary from the extension's notes, without a request", async (t) => {
  const script = [
    { calls: [{ name: "write", input: { path: "a.txt", content: "a" } }] },
    { calls: [{ name: "note", input: { text: "The knots are in a.txt." } }] },
    "Done.",
    "Again.",
    "After.",
  ];
  const { session, model, warnings } = await openExample(t, "own-compaction", script);
  await session.prompt("Save the knots.\nAll of them.").outcome;
  await session.prompt("And report it.").outcome;
  const { summary } = await session.compact();
  assert.equal(model.requests.length, 4);
  assert.equal(
    summary,
    [
      "## User requests\n- Save the knots.\n  All of them.\n- And report it.",
      "## Decisions and findings\n- The knots are in a.txt.",
      "## Files changed\n- a.txt",
    ].join("\n\n"),
  );
  await session.prompt("Continue.").outcome;
  assert.match(JSON.stringify(model.requests[4]?.messages), /The knots are in a\.txt\./);
  assert.deepEqual(warnings, []);
});

test("pre_compact: the model writes the summary if there are no notes", async (t) => {
  const { session, model } = await openExample(t, "own-compaction", ["A summary of four letters."]);
  // Added without a run: no hook is called.
  for (const letter of ["a", "b", "c", "d"]) await addUserTurn(session, letter.repeat(1_000));
  assert.equal((await session.compact()).summary, "A summary of four letters.");
  assert.equal(model.requests.length, 1);
});
