import assert from "node:assert/strict";
import { test } from "node:test";
import type { Session } from "coxswain";
import { taskPrompt } from "../task/index.ts";
import { GIF, KEYS, paste } from "./editor/editor.fixture.ts";
import { partsOf } from "./editor/index.ts";
import { openScreen } from "./screen.fixture.ts";

const CTRL_G = "\u0007";
const CTRL_R = "\u0012";
const CTRL_V = "\u0016";

test("a long paste is sent as a whole, and is a label in the editor, also while it is queued and taken back", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScreen({ script: [{ text: "One.", hold: hold.promise }, "Two."] });
  scene.terminal.type("Go.");
  scene.terminal.press(KEYS.enter);
  await scene.terminal.seen("Esc interrupts");
  scene.terminal.press(paste("a pasted line\n".repeat(20)));
  await scene.terminal.seen("[pasted 20 lines]");
  scene.terminal.press("\u001b\r");
  await scene.terminal.seen("queued:");
  scene.terminal.press("\u001b[1;3A");
  await scene.terminal.seen("[pasted 20 lines]");
  scene.terminal.press(KEYS.enter);
  hold.resolve();
  await scene.terminal.seen("Two.");
  assert.match(JSON.stringify(scene.model.requests.at(-1)?.messages), /(a pasted line\\n){20}/);
});

test("a queued message with a file and an image is taken back as it was typed", async () => {
  const hold = Promise.withResolvers<void>();
  const opened: { session?: Session } = {};
  await using scene = await openScreen({
    script: [{ text: "One.", hold: hold.promise }],
    editor: { clipboardImage: async () => GIF },
    async submit(text, when, attached) {
      const parts = await taskPrompt({ words: text, piped: undefined, attached: partsOf(attached), cwd: import.meta.dirname, warn() {} });
      if (parts === undefined) return undefined;
      if (when === "later") opened.session?.followUp(parts);
      else opened.session?.prompt(parts);
      return undefined;
    },
  });
  opened.session = scene.session;
  scene.terminal.type("Go.");
  scene.terminal.press(KEYS.enter);
  await scene.terminal.seen("Esc interrupts");
  scene.terminal.type("see @index.ts ");
  scene.terminal.press(CTRL_V);
  await scene.terminal.seen("[image 1: 3x2]");
  scene.terminal.press("\u001b\r");
  await scene.terminal.seen("queued:");
  scene.terminal.press("\u001b[1;3A");
  await scene.terminal.seen("see @index.ts [image 1: 3x2]");
  assert.ok(!(await scene.terminal.screen()).some((row) => row.includes("<file")));
  hold.resolve();
});

test("Ctrl+R shows earlier prompts in place of the editor, Enter takes one, and Escape closes the list", async () => {
  await using scene = await openScreen({ editor: { prompts: async () => [{ text: "fix the parser", at: 1, isCut: false }] } });
  scene.terminal.press(CTRL_R);
  await scene.terminal.seen("fix the parser");
  scene.terminal.press(KEYS.escape);
  scene.terminal.press(CTRL_R);
  scene.terminal.type("parser");
  await scene.terminal.seen("Earlier prompts parser");
  scene.terminal.press(KEYS.enter);
  await scene.terminal.seen("fix the parser");
  scene.terminal.press(KEYS.enter);
  await scene.terminal.seen("> fix the parser");
});

test("Ctrl+G gives the terminal to the user's editor, and takes it and the text back", async () => {
  const started = Promise.withResolvers<void>();
  const editing = Promise.withResolvers<string>();
  const texts: string[] = [];
  await using scene = await openScreen({
    editor: {
      editExternally: (text) => {
        texts.push(text);
        started.resolve();
        return editing.promise;
      },
    },
  });
  scene.terminal.type("draft");
  scene.terminal.press(CTRL_G);
  await started.promise;
  assert.equal(scene.terminal.isOpen, false);
  editing.resolve("from outside");
  await scene.terminal.seen("from outside");
  assert.equal(scene.terminal.isOpen, true);
  assert.deepEqual(texts, ["draft"]);
});

test("a session that ends while the user's editor is open does not take the terminal back", async () => {
  const editing = Promise.withResolvers<string>();
  await using scene = await openScreen({ editor: { editExternally: () => editing.promise } });
  scene.terminal.press(CTRL_G);
  scene.screen.leave();
  await scene.shown;
  editing.resolve("late");
  await new Promise((resolve) => void setImmediate(resolve));
  assert.equal(scene.terminal.isOpen, false);
});

test("an editor that fails and a clipboard without an image are a line above the unchanged text", async () => {
  await using scene = await openScreen();
  scene.terminal.type("draft");
  scene.terminal.press(CTRL_G);
  await scene.terminal.seen("! no other editor can be used here");
  scene.terminal.press(CTRL_V);
  await scene.terminal.seen("! images cannot be pasted here");
  assert.ok((await scene.terminal.screen()).some((row) => row.startsWith("draft")));
});

test("a key acts once on a terminal that also reports when it is released", async () => {
  await using scene = await openScreen();
  scene.terminal.press("a", "\u001b[97;1:3u", "\u001b[99;5u", "\u001b[99;5:3u", "b", "\u001b[98;1:3u");
  await scene.terminal.seen("b");
  assert.ok(
    (await scene.terminal.screen()).some((row) => /^b *$/.test(row)),
    "Ctrl+C has cleared the editor and not left",
  );
  assert.equal(scene.terminal.isOpen, true);
});

test("Ctrl+V inserts the image of the clipboard", async () => {
  await using scene = await openScreen({ editor: { clipboardImage: async () => GIF } });
  scene.terminal.press(CTRL_V);
  await scene.terminal.seen("[image 1: 3x2]");
});

test("the prompt of a session that crashed is in the editor, with a hint, and a prompt that is left is saved", async () => {
  const saved: string[] = [];
  const drafts = {
    take: async () => ({ text: "half a thought", pasted: {} }),
    save: async ({ text }: { text: string }) => void saved.push(text),
  };
  {
    await using scene = await openScreen({ editor: { drafts } });
    await scene.terminal.seen("half a thought");
    await scene.terminal.seen("Restored an unsent prompt · Ctrl+C clears it");
    scene.terminal.type("!");
  }
  assert.deepEqual(saved.slice(-1), ["half a thought!"]);
});

test("Escape closes the completions before it interrupts the run", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScreen({ script: [{ text: "One.", hold: hold.promise }] });
  scene.terminal.type("Go.");
  scene.terminal.press(KEYS.enter);
  await scene.terminal.seen("Esc interrupts");
  scene.terminal.type("/mod");
  await scene.terminal.seen("Change the permission mode");
  scene.terminal.press(KEYS.escape);
  assert.equal(scene.session.isBusy, true);
  hold.resolve();
  await scene.terminal.seen("1 turn");
});

test("a prompt that cannot be sent is reported and in the editor again", async () => {
  await using scene = await openScreen({ submit: () => Promise.reject(new Error("unclosed quote")) });
  scene.terminal.type('read @"x');
  scene.terminal.press(KEYS.enter);
  await scene.terminal.seen("! unclosed quote");
  assert.ok((await scene.terminal.screen()).some((row) => row.startsWith("read @")));
});

test("/keys lists the keys of the editor", async () => {
  await using scene = await openScreen();
  scene.terminal.type("/keys");
  scene.terminal.press(KEYS.enter);
  await scene.terminal.seen("keys.json");
  assert.ok((await scene.terminal.lines()).some((line) => /^Ctrl\+Y +Insert the text that was deleted last$/.test(line)));
});
