import assert from "node:assert/strict";
import { test } from "node:test";
import { inOrder, type Mount } from "./mounts.ts";

const shown = (...mounts: readonly Mount[]): readonly string[] => inOrder(mounts).map(({ show, at }) => `${show} ${at}`);

test("outer paths are mounted before inner ones, whatever their names", () => {
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

test("a protected path matters only inside a writable folder", () => {
  const places: readonly Mount[] = [
    { at: "/home/me/p", show: "writable" },
    { at: "/home/me/p/.npmrc", show: "protected" },
    { at: "/home/me/.npmrc", show: "protected" },
    { at: "/tmp", show: "own", from: "/t" },
    { at: "/tmp/.npmrc", show: "protected" },
  ];
  assert.deepEqual(shown(...places), ["writable /home/me/p", "protected /home/me/p/.npmrc", "own /tmp"]);
});

test("folders around a protected path are mounts, so that they cannot be renamed", () => {
  assert.deepEqual(shown({ at: "/p", show: "writable" }, { at: "/p/a/b/c", show: "protected" }), [
    "writable /p",
    "writable /p/a",
    "writable /p/a/b",
    "protected /p/a/b/c",
  ]);
});

test("a writable folder is mounted also inside a hidden one", () => {
  assert.deepEqual(
    shown({ at: "/data", show: "hidden-folder" }, { at: "/data/trees/x", show: "writable" }, { at: "/data/keys", show: "hidden-file" }),
    ["hidden-folder /data", "writable /data/trees/x"],
  );
});

test("the strictest of several mounts at one path applies", () => {
  const both: readonly Mount[] = [
    { at: "/p/.env", show: "hidden-file" },
    { at: "/p/.env", show: "protected" },
    { at: "/p", show: "writable" },
    { at: "/p", show: "writable" },
  ];
  assert.deepEqual(shown(...both), ["writable /p", "protected /p/.env", "hidden-file /p/.env"]);
});

test("a hidden file inside a folder of programs in a temporary folder is hidden there too", () => {
  assert.deepEqual(
    shown({ at: "/tmp", show: "own", from: "/t" }, { at: "/tmp/home", show: "read-only" }, { at: "/tmp/home/agent", show: "hidden-file" }),
    ["own /tmp", "read-only /tmp/home", "hidden-file /tmp/home/agent"],
  );
});
