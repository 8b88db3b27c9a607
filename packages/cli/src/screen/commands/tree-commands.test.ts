import assert from "node:assert/strict";
import { test } from "node:test";
import { openScreen } from "../screen.fixture.ts";
import { DOWN, ENTER, enter, shownLines, UP } from "./enter.fixture.ts";

const row = (id: string, title: string) => ({
  id,
  title,
  opening: `opening of ${title}`,
  updatedAt: 0,
  messages: 2,
  cost: 1.5,
  isDamaged: false,
});

test("/tree goes back to a prompt, whose text returns to the editor, and shows the path to it", async () => {
  await using scene = await openScreen({ script: ["One.", "Two.", "Three."], before: ["first", "second"] });
  await scene.terminal.seen("Two.");
  enter(scene, "/tree");
  await scene.terminal.seen("● Two.");
  scene.terminal.press(UP, ENTER);
  await scene.terminal.seen("Go back to it");
  scene.terminal.press(ENTER);
  const next = await scene.shown;
  assert.deepEqual(next, { kind: "again", draft: "second" });
  assert.equal(scene.session.state.messages, 2);
});

test("Escape in the actions of /tree returns to the list, at the same point, and there it closes it", async () => {
  await using scene = await openScreen({ script: ["One.", "Two."], before: ["first", "second"] });
  await scene.terminal.seen("Two.");
  enter(scene, "/tree");
  await scene.terminal.seen("● Two.");
  scene.terminal.press(UP, UP, ENTER);
  await scene.terminal.seen("Esc goes back");
  scene.terminal.press("\u001b");
  await scene.terminal.seen("Esc closes");
  scene.terminal.press(UP, ENTER);
  await scene.terminal.seen("Go back to it");
  scene.terminal.press("\u001b");
  await scene.terminal.seen("Esc closes");
  scene.terminal.press("\u001b");
  await scene.terminal.seen("────────");
  assert.ok(!(await scene.terminal.screen()).some((line) => line.includes("Esc closes")));
  enter(scene, "/tree");
  await scene.terminal.seen("Esc closes");
  scene.terminal.press(UP, UP, UP, ENTER);
  await scene.terminal.seen("Go back to it");
  scene.terminal.press("1");
  assert.deepEqual(await scene.shown, { kind: "again", draft: "first" });
});

test("a session that continues from another point shows the turns before it, and the text of the editor", async () => {
  await using scene = await openScreen({
    script: ["One."],
    before: ["first"],
    opening: "Continuing from an earlier point.",
    draft: "second",
  });
  await scene.terminal.seen("One.");
  const lines = await shownLines(scene);
  assert.equal(lines[0], "Continuing from an earlier point.");
  assert.ok(lines.some((line) => line.trim() === "second"));
});

test("/tree lists the forks of the session, and opens one", async () => {
  await using scene = await openScreen({ script: ["One."], before: ["first"], workplace: { sessions: async () => forks } });
  const forks = [{ ...row("other", "Not related") }, { ...row("child", "Another way"), parent: scene.session.id }];
  enter(scene, "/tree");
  await scene.terminal.seen("fork: Another way");
  assert.ok(!(await shownLines(scene)).some((line) => line.includes("Not related")));
  scene.terminal.press(DOWN, ENTER);
  assert.deepEqual(await scene.shown, { kind: "open", id: "child" });
});

test("/tree labels a point, and shows the label", async () => {
  await using scene = await openScreen({ script: ["One."], before: ["first"] });
  enter(scene, "/tree");
  await scene.terminal.seen("● One.");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Go back to it");
  scene.terminal.press(DOWN, DOWN, ENTER);
  await scene.terminal.seen("Label, empty to remove it");
  enter(scene, "good answer");
  await scene.terminal.seen("Label: good answer");
  enter(scene, "/tree");
  await scene.terminal.seen("[good answer]");
  assert.deepEqual(Object.values(scene.session.state.labels), ["good answer"]);
});

test("/fork opens a new session with the conversation so far", async () => {
  await using scene = await openScreen({ script: ["One."], before: ["first"] });
  enter(scene, "/fork");
  const next = await scene.shown;
  assert.equal(next.kind, "open");
  assert.notEqual(next.kind === "open" ? next.id : "", scene.session.id);
});

test("/fork prompt continues before a chosen prompt, whose text goes to the editor", async () => {
  await using scene = await openScreen({ script: ["One.", "Two."], before: ["first", "second"] });
  enter(scene, "/fork prompt");
  await scene.terminal.seen("Fork before the prompt");
  scene.terminal.type("first");
  scene.terminal.press(ENTER);
  const next = await scene.shown;
  assert.equal(next.kind === "open" ? next.draft : "", "first");
});
