import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseUserKeys } from "./user-keys.ts";

test("reads keys of actions, of the editor and of slash commands", () => {
  const { bindings, problems } = parseUserKeys(
    JSON.stringify({ queue: "Alt+Q", expand: ["ctrl+e", "f4"], "editor.undo": "ctrl+z", "/deploy staging": "alt+g", suspend: [] }),
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(bindings, [
    { action: "queue", keys: ["alt+q"] },
    { action: "expand", keys: ["ctrl+e", "f4"] },
    { action: "editor.undo", keys: ["ctrl+z"] },
    { action: "/deploy staging", keys: ["alt+g"] },
    { action: "suspend", keys: [] },
  ]);
});

test("reports each part that is wrong in one sentence, and uses the rest", () => {
  const { bindings, problems } = parseUserKeys(
    JSON.stringify({ quue: "alt+q", queue: ["alt+q", "ctrl+i"], expand: "alt+q", suspend: "ctl+z", restore: 3, "nothing like it": "f2" }),
  );
  assert.deepEqual(bindings, [{ action: "queue", keys: ["alt+q"] }]);
  assert.deepEqual(problems, [
    'no action "quue"; did you mean queue?',
    "queue: ctrl+i: terminals send it as tab.",
    "expand: alt+q is already the key of queue.",
    "suspend: ctl+z: no modifier ctl; did you mean ctrl?",
    "restore: 3: a key is a string, such as ctrl+o.",
    'no action "nothing like it"; /keys lists them.',
  ]);
});

test("reports a file of another form", () => {
  assert.deepEqual(parseUserKeys("[]").problems, ['the file must be an object, such as { "queue": "alt+enter" }.']);
  assert.match(parseUserKeys("{").problems[0] ?? "", /^not valid JSON: /);
});

test("no file makes it throw", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.string(),
        fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value)),
      ),
      (text) => {
        const { bindings } = parseUserKeys(text);
        const keys = bindings.flatMap((binding) => binding.keys);
        return new Set(keys).size === keys.length;
      },
    ),
  );
});
