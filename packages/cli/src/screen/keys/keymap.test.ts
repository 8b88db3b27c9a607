import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openScreen } from "../screen.fixture.ts";
import { setEditorKeys } from "./editor-keys.ts";
import { keymapOf } from "./keymap.ts";
import { parseUserKeys } from "./user-keys.ts";

// The keys of editors belong to the process.
after(() => setEditorKeys(keymapOf().keymap.editor));

const userKeys = (keys: Readonly<Record<string, unknown>>) => parseUserKeys(JSON.stringify(keys));

test("without a file, the usual keys are in effect, without a problem", () => {
  const { keymap, problems } = keymapOf();
  assert.deepEqual(problems, []);
  assert.deepEqual(keymap.find("\u001b"), { kind: "action", action: "interrupt" });
  assert.deepEqual(keymap.find("\u000f"), { kind: "action", action: "expand" });
  assert.equal(keymap.find("a"), undefined);
});

test("a key of the user has its new effect, and no longer the usual one", () => {
  const { keymap, problems } = keymapOf(userKeys({ queue: "ctrl+o", "/cost": "alt+g" }));
  assert.deepEqual(keymap.find("\u000f"), { kind: "action", action: "queue" });
  assert.deepEqual(keymap.find("\u001bg"), { kind: "command", text: "/cost" });
  assert.deepEqual(problems, ["expand has no key: ctrl+o is the key of queue."]);
});

test("a key of the user also wins over one of the editor", () => {
  const { keymap } = keymapOf(userKeys({ expand: "ctrl+w" }));
  assert.deepEqual(keymap.editor.find(({ action }) => action === "editor.deleteWordBackward")?.keys, ["alt+backspace"]);
});

test("a key of the full screen can be changed, and a key of the user is lost to it", () => {
  const { keymap, problems } = keymapOf(userKeys({ "full.pageUp": "alt+u", queue: "ctrl+s" }));
  assert.equal(keymap.findInFull("\u001bu"), "pageUp");
  assert.equal(keymap.findInFull("\u001b[5~"), undefined);
  assert.equal(keymap.findInFull("\u0013"), undefined);
  assert.deepEqual(problems, ["full.search has no key: ctrl+s is the key of queue."]);
  assert.ok(keymap.rows.some(({ group, action }) => group === "Full screen" && action === "full.pageDown"));
});

test("an extension gets only free keys, and conflicts are reported", () => {
  const key = (name: string, action: string) => ({ extension: "deploy", key: name, action });
  const { keymap, problems } = keymapOf(userKeys({ expand: "ctrl+e" }), [
    key("alt+g", "/deploy staging"),
    key("ctrl+e", "/deploy"),
    key("ctrl+k", "/deploy"),
    key("escape", "/deploy"),
    key("alt+q", "queue"),
    key("alt+z", "quue"),
    key("alt+g", "/other"),
  ]);
  assert.deepEqual(keymap.find("\u001bg"), { kind: "command", text: "/deploy staging" });
  assert.deepEqual(keymap.find("\u001bq"), { kind: "action", action: "queue" });
  assert.deepEqual(keymap.find("\u001b"), { kind: "action", action: "interrupt" });
  assert.deepEqual(problems, [
    "The extension deploy does not get the key ctrl+e: it is the key of expand.",
    "The extension deploy does not get the key ctrl+k: it is the key of editor.deleteToLineEnd.",
    "The extension deploy does not get the key escape: it is the key of interrupt.",
    'The extension deploy does not get the key alt+z: no action "quue"; did you mean queue?',
    "The extension deploy does not get the key alt+g: it is the key of /deploy staging.",
  ]);
});

test("/keys lists the keys in effect in groups, and a bound command runs", async () => {
  const { keymap } = keymapOf(userKeys({ expand: "f4", "/cost": "alt+g", "editor.undo": "ctrl+x" }));
  await using scene = await openScreen({ rows: 60, keys: keymap });
  scene.terminal.type("/keys");
  scene.terminal.press("\r");
  await scene.terminal.seen("To change them");
  const lines = await scene.terminal.lines();
  for (const row of [/^Commands$/, /^F4 +Show all /, /^Alt\+G +\/cost: From your keys file$/, /^Ctrl\+X +Undo$/])
    assert.ok(
      lines.some((line) => row.test(line)),
      String(row),
    );
  scene.terminal.press("\u001bg");
  await scene.terminal.seen("as far as prices are known");
  scene.terminal.type("abc");
  scene.terminal.press("\u0018");
  await scene.terminal.seen("Cost");
  assert.ok(!(await scene.terminal.lines()).some((line) => line.includes("abc")));
});

test("a key of a review can be changed, and does not take the same key from the session, nor the other way around", () => {
  const { keymap, problems } = keymapOf(userKeys({ "review.finish": "ctrl+o", queue: "ctrl+s", "review.comment": "ctrl+s" }));
  assert.equal(keymap.findInReview("\u000f"), "finish");
  assert.equal(keymap.findInReview("\u0013"), "comment");
  assert.equal(keymap.findInReview("c"), undefined);
  assert.equal(keymap.findInReview("n"), "nextHunk");
  assert.deepEqual(keymap.find("\u000f"), { kind: "action", action: "expand" });
  assert.deepEqual(keymap.find("\u0013"), { kind: "action", action: "queue" });
  assert.deepEqual(problems, ["full.search has no key: ctrl+s is the key of queue."]);
  assert.deepEqual(userKeys({ "review.finish": "ctrl+o", "review.comment": "ctrl+o" }).problems, [
    "review.comment: ctrl+o is already the key of review.finish.",
  ]);
  assert.ok(keymap.rows.some(({ group, action }) => group === "Review" && action === "review.finish"));
});
