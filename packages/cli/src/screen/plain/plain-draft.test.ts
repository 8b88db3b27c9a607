import assert from "node:assert/strict";
import { test } from "node:test";
import { openPlain } from "./plain-screen.fixture.ts";

test("messages that were queued for an interrupted run return as a draft, which an empty line sends", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openPlain({ script: [{ text: "One.", hold: hold.promise }, "Two."] });
  scene.terminal.type("Go.");
  scene.terminal.type("/queue And this.");
  await scene.terminal.seen("Queued for the end of the run.");
  scene.terminal.interrupt();
  await scene.terminal.seen("Message: And this.\nEnter sends it, and another line replaces it.");
  await scene.terminal.seen("Interrupted");
  await scene.terminal.seen("You: ");
  scene.terminal.type("");
  hold.resolve();
  await scene.terminal.seen("1 turn");
  assert.match(JSON.stringify(scene.model.requests.at(-1)?.messages), /And this\./);
});

test("a draft is shown, an empty line sends it, and another line replaces it", async () => {
  for (const [typed, sent] of [
    ["", "Fix it."],
    ["Fix all.", "Fix all."],
  ] as const) {
    await using scene = await openPlain({ script: ["Done.", "Done."], draft: "Fix it." });
    await scene.terminal.seen("Message: Fix it.\nEnter sends it, and another line replaces it.\nYou: ");
    scene.terminal.type(typed);
    await scene.terminal.seen("1 turn");
    assert.match(JSON.stringify(scene.model.requests[0]?.messages), new RegExp(sent));
    await scene.terminal.seen("You: ");
    scene.terminal.type("");
    scene.terminal.type("/fork prompt");
    await scene.terminal.seen("Number or part of the name");
    scene.terminal.type("1");
    const next = await scene.shown;
    assert.equal(next.kind === "open" && next.draft, sent);
    assert.equal(scene.model.requests.length, 1);
  }
});

test("lines that are typed while a session ends send nothing, and are the draft of the next start", async () => {
  let saved = "earlier";
  const drafts = {
    take: async () => ({ text: saved, pasted: {} }),
    save: async ({ text }: { readonly text: string }) => void (saved = text),
  };
  const ending = Promise.withResolvers<boolean>();
  await using scene = await openPlain({ drafts, actions: { finish: () => ending.promise } });
  await scene.terminal.seen("Message: earlier\nEnter sends it, and another line replaces it.");
  scene.screen.leave();
  scene.terminal.type("fix it");
  scene.terminal.type("and test");
  ending.resolve(false);
  await scene.shown;
  assert.equal(saved, "earlier\nfix it\nand test");
  assert.equal(scene.model.requests.length, 0);
});

test("work that an earlier process left is offered, and an empty line continues it", async () => {
  let resumed = 0;
  const actions = {
    offer: () => (resumed === 0 ? "The run was interrupted. Enter continues it." : undefined),
    resume: () => void resumed++,
  };
  await using scene = await openPlain({ actions });
  await scene.terminal.seen("The run was interrupted. Enter continues it.\nYou: ");
  assert.equal(resumed, 0);
  scene.terminal.type("");
  scene.terminal.type("");
  assert.equal(resumed, 1);
});
