import assert from "node:assert/strict";
import { test } from "node:test";
import { inOrder, type Mount } from "./mounts.ts";

const shown = (...mounts: readonly Mount[]): readonly string[] => inOrder(mounts).map(({ show, at }) => `${show} ${at}`);

test("outer places are mounted before inner ones, however they are named", () => {
  assert.deepEqual(
    shown(
      { at: "/a/b/c", show: "writable" },
      { at: "/a-b", show: "writable" },
      { at: "/a", show: "own", from: "/t" },
      { at: "/a/b", show: "read-only" },
    ),
    ["own /a", "read-only /a/b", "writable /a/b/c", "writable /a-b"],
  );
});

test("what is protected counts where it could be written, and nowhere else", () => {
  const places: readonly Mount[] = [
    { at: "/home/me/p", show: "writable" },
    { at: "/home/me/p/.npmrc", show: "protected" },
    { at: "/home/me/.npmrc", show: "protected" },
    { at: "/tmp", show: "own", from: "/t" },
    { at: "/tmp/.npmrc", show: "protected" },
  ];
  assert.deepEqual(shown(...places), ["writable /home/me/p", "protected /home/me/p/.npmrc", "own /tmp"]);
});

test("folders around something protected are held, so that they cannot be renamed", () => {
  assert.deepEqual(shown({ at: "/p", show: "writable" }, { at: "/p/a/b/c", show: "protected" }), [
    "writable /p",
    "writable /p/a",
    "writable /p/a/b",
    "protected /p/a/b/c",
  ]);
});

test("a folder that is to be written is, also within one that is hidden", () => {
  assert.deepEqual(
    shown({ at: "/data", show: "hidden-folder" }, { at: "/data/trees/x", show: "writable" }, { at: "/data/keys", show: "hidden-file" }),
    ["hidden-folder /data", "writable /data/trees/x"],
  );
});

test("of several at one path the strictest holds", () => {
  const both: readonly Mount[] = [
    { at: "/p/.env", show: "hidden-file" },
    { at: "/p/.env", show: "protected" },
    { at: "/p", show: "writable" },
    { at: "/p", show: "writable" },
  ];
  assert.deepEqual(shown(...both), ["writable /p", "protected /p/.env", "hidden-file /p/.env"]);
});

test("a hidden file within a folder of programs in a temporary folder is hidden there too", () => {
  assert.deepEqual(
    shown({ at: "/tmp", show: "own", from: "/t" }, { at: "/tmp/home", show: "read-only" }, { at: "/tmp/home/agent", show: "hidden-file" }),
    ["own /tmp", "read-only /tmp/home", "hidden-file /tmp/home/agent"],
  );
});
