import assert from "node:assert/strict";
import { test } from "node:test";
import { isBelow } from "./is-below.ts";

test("a folder is below itself, as are all paths in it, but not a path that only has it as a prefix", () => {
  for (const path of ["/a/b", "/a/b/", "/a/b/c", "/a/b/c/d"]) assert.ok(isBelow("/a/b", path), path);
  for (const path of ["/a", "/a/bc", "/a/c", "/"]) assert.ok(!isBelow("/a/b", path), path);
});

test("every path is below the root of the file system", () => {
  for (const path of ["/", "/a", "/a/b"]) assert.ok(isBelow("/", path), path);
});
