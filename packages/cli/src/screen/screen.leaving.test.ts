import assert from "node:assert/strict";
import { test } from "node:test";
import { openScreen } from "./screen.fixture.ts";

const ENTER = "\r";
const ESCAPE = "\u001b";
const DOWN = "\u001b[B";
const CTRL_C = "\u0003";
const CTRL_D = "\u0004";

type Scene = Awaited<ReturnType<typeof openScreen>>;

const gone = async ({ terminal }: Scene, text: string): Promise<void> => {
  while ((await terminal.screen()).some((line) => line.includes(text))) await new Promise((resolve) => void setImmediate(resolve));
};

const withCommand = () => openScreen({ actions: { commands: () => ["!sleep 100"] } });

test("leaving asks while a command of the user runs, and names it", async () => {
  await using scene = await withCommand();
  for (const leave of [[CTRL_D], [CTRL_C, CTRL_C], [...Array.from("/exit"), ENTER], [...Array.from("/new"), ENTER]]) {
    scene.terminal.press(...leave);
    await scene.terminal.seen("Still working: 1 command");
    await scene.terminal.seen("| !sleep 100");
    scene.terminal.press(ESCAPE);
    await gone(scene, "Still working");
  }
  assert.equal(scene.terminal.isOpen, true);
  scene.terminal.press(CTRL_D);
  await scene.terminal.seen("End and exit");
  scene.terminal.press(DOWN, ENTER);
  assert.deepEqual(await scene.shown, { kind: "exit" });
});

test("Ctrl+C at the question about leaving stays, and the next one does not leave", async () => {
  await using scene = await withCommand();
  scene.terminal.press(CTRL_C, CTRL_C);
  await scene.terminal.seen("Still working");
  scene.terminal.press(CTRL_C);
  await gone(scene, "Still working");
  scene.terminal.press(CTRL_C);
  await scene.terminal.seen("Press Ctrl+C again to exit");
  assert.equal(scene.terminal.isOpen, true);
});

test("Ctrl+C that stops a command does not begin an exit", async () => {
  let running = ["!sleep 100"];
  const stopCommands = (): boolean => running.splice(0).length > 0;
  await using scene = await openScreen({ actions: { commands: () => running, stopCommands } });
  scene.terminal.press(CTRL_C, CTRL_C);
  await scene.terminal.seen("Press Ctrl+C again to exit");
  running = [];
  scene.terminal.press(CTRL_C);
  assert.deepEqual(await scene.shown, { kind: "exit" });
});

test("Ctrl+C that interrupts a run does not begin an exit", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScreen({ script: [{ text: "One.", hold: hold.promise }] });
  scene.terminal.type("Go.");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Esc interrupts");
  scene.terminal.press(CTRL_C);
  await scene.terminal.seen("Interrupted");
  scene.terminal.press(CTRL_C);
  await scene.terminal.seen("Press Ctrl+C again to exit");
  assert.equal(scene.terminal.isOpen, true);
  hold.resolve();
});

for (const surface of ["inline", "full"] as const) {
  test(`${surface}: a run that is left for a new session shows that it was interrupted`, async () => {
    await using scene = await openScreen({ script: ["One.", { text: "Two.", hold: Promise.withResolvers<void>().promise }], surface });
    scene.terminal.type("Go.");
    scene.terminal.press(ENTER);
    await scene.terminal.seen("1 turn");
    scene.terminal.type("Again.");
    scene.terminal.press(ENTER);
    await scene.terminal.seen("Esc interrupts");
    scene.terminal.press(...Array.from("/new"), ENTER);
    await scene.terminal.seen("Still working: a run");
    scene.terminal.press(DOWN, ENTER);
    assert.deepEqual(await scene.shown, { kind: "new" });
    assert.ok((await scene.terminal.lines()).some((line) => line.startsWith("─ Interrupted")));
  });
}

test("a session that stays open, because the next one cannot be opened, is left at once", async () => {
  await using scene = await openScreen({ actions: { finish: async () => false } });
  scene.terminal.press(...Array.from("/new"), ENTER);
  assert.deepEqual(await scene.shown, { kind: "new" });
  assert.equal(scene.session.status, "idle");
});

test("leaving a session that another process has open does not ask, because its work continues there", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScreen({ script: [{ text: "One.", hold: hold.promise }], active: "Go.", isShared: true });
  scene.terminal.press(CTRL_D);
  assert.deepEqual(await scene.shown, { kind: "exit" });
  hold.resolve();
});

test("the mode of a session that another process has open is neither shown nor changed", async () => {
  const modes: string[] = [];
  await using scene = await openScreen({ isShared: true, setMode: (mode) => void modes.push(mode) });
  await scene.terminal.seen("scripted/scripted");
  assert.ok(!(await scene.terminal.screen()).some((line) => line.includes("ask")));
  scene.terminal.press("\u001b[Z");
  await scene.terminal.seen("The other process sets the permission mode");
  assert.deepEqual(modes, []);
});

test("work that an earlier process left is offered, and Enter on an empty editor continues it", async () => {
  let offer: string | undefined = "The run was interrupted. Enter continues it.";
  let resumed = 0;
  const resume = (): void => {
    resumed++;
    offer = undefined;
  };
  await using scene = await openScreen({ actions: { offer: () => offer, resume } });
  await scene.terminal.seen("The run was interrupted. Enter continues it.");
  assert.equal(resumed, 0);
  scene.terminal.press(ENTER);
  await gone(scene, "Enter continues it");
  scene.terminal.press(ENTER);
  scene.terminal.type("x");
  await scene.terminal.seen("x");
  assert.equal(resumed, 1);
  assert.deepEqual(scene.submitted, []);
});

/** The drafts of a project in memory. */
const savedDrafts = () => {
  const saved: string[] = [];
  return { saved, take: async () => undefined, save: async ({ text }: { readonly text: string }) => void saved.push(text) };
};

for (const surface of ["inline", "full"] as const) {
  test(`${surface}: keys that are typed while a session ends are shown, send nothing, and are a draft`, async () => {
    const drafts = savedDrafts();
    const ending = Promise.withResolvers<boolean>();
    await using scene = await openScreen({ surface, editor: { drafts }, actions: { finish: () => ending.promise } });
    scene.terminal.press(CTRL_D, ...Array.from("fix it"), ENTER, ...Array.from("and test"));
    await scene.terminal.seen("and test");
    assert.deepEqual(scene.submitted, []);
    ending.resolve(true);
    await scene.session.close();
    await scene.shown;
    assert.equal(drafts.saved.at(-1), "fix it\nand test");
  });
}

test("keys that are typed while a session ends for another one follow the text for its editor", async () => {
  const drafts = savedDrafts();
  const ending = Promise.withResolvers<boolean>();
  await using scene = await openScreen({ editor: { drafts }, actions: { finish: () => ending.promise } });
  scene.screen.leave({ kind: "open", id: "other", draft: "earlier prompt" });
  const log = "line\n".repeat(50);
  scene.terminal.press(...Array.from("see "), `\u001b[200~${log}\u001b[201~`);
  await scene.terminal.seen("[pasted 50 lines]");
  ending.resolve(false);
  assert.deepEqual(await scene.shown, { kind: "open", id: "other", draft: `earlier prompt\nsee ${log}` });
  assert.deepEqual(drafts.saved, [], "the next screen saves it");
});

test("messages that are queued for a run are in the draft of an exit that ends it", async () => {
  const drafts = savedDrafts();
  await using scene = await openScreen({
    script: [{ text: "One.", hold: Promise.withResolvers<void>().promise }],
    editor: { drafts },
    active: "Go.",
  });
  await scene.terminal.seen("Esc interrupts");
  scene.terminal.press(...Array.from("then this"), ENTER);
  await scene.terminal.seen("steers: then this");
  scene.terminal.press(CTRL_D);
  await scene.terminal.seen("End and exit");
  scene.terminal.press(DOWN, ENTER);
  await scene.shown;
  assert.equal(drafts.saved.at(-1), "then this");
});

test("keys that are typed while the terminal still answers are in the text of the user's editor", async () => {
  const answered = Promise.withResolvers<void>();
  const edited = Promise.withResolvers<string>();
  await using scene = await openScreen({
    editor: {
      editExternally: async (text) => {
        edited.resolve(text);
        return text;
      },
    },
  });
  scene.terminal.drain = () => answered.promise;
  scene.terminal.press(...Array.from("one"), "\u0007", ...Array.from(" two"), ENTER);
  answered.resolve();
  assert.equal(await edited.promise, "one two\n");
  assert.deepEqual(scene.submitted, []);
});
