import assert from "node:assert/strict";
import { test } from "node:test";
import { addUserTurn } from "coxswain/session";
import { openExample } from "./extension-scene.ts";

test("pre_compact: the summary is made of what was kept on the way, and no model is asked for it", async (t) => {
  const script = [
    { calls: [{ name: "write", input: { path: "a.txt", content: "a" } }] },
    { calls: [{ name: "note", input: { text: "Knots are kept in a.txt." } }] },
    "Done.",
    "Again.",
    "After.",
  ];
  const { session, model, warnings } = await openExample(t, "own-compaction", script);
  await session.prompt("Keep the knots.\nAll of them.").outcome;
  await session.prompt("And say so.").outcome;
  const { summary } = await session.compact();
  assert.equal(model.requests.length, 4);
  assert.equal(
    summary,
    [
      "## What was asked\n- Keep the knots.\n  All of them.\n- And say so.",
      "## Decided and found\n- Knots are kept in a.txt.",
      "## Files changed\n- a.txt",
    ].join("\n\n"),
  );
  await session.prompt("Go on.").outcome;
  assert.match(JSON.stringify(model.requests[4]?.messages), /Knots are kept in a\.txt\./);
  assert.deepEqual(warnings, []);
});

test("pre_compact: where nothing was kept, a model writes the summary", async (t) => {
  const { session, model } = await openExample(t, "own-compaction", ["A summary of four letters."]);
  // Told without a run: no hook hears of it.
  for (const letter of ["a", "b", "c", "d"]) await addUserTurn(session, letter.repeat(1_000));
  assert.equal((await session.compact()).summary, "A summary of four letters.");
  assert.equal(model.requests.length, 1);
});
