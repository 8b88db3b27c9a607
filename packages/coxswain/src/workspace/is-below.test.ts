import assert from "node:assert/strict";
import { test } from "node:test";
import { isBelow } from "./is-below.ts";

test("a folder is below itself, as is all that is in it, and nothing whose name only begins as its own", () => {
  for (const path of ["/a/b", "/a/b/", "/a/b/c", "/a/b/c/d"]) assert.ok(isBelow("/a/b", path), path);
  for (const path of ["/a", "/a/bc", "/a/c", "/"]) assert.ok(!isBelow("/a/b", path), path);
});

test("all is below the root of the file system", () => {
  for (const path of ["/", "/a", "/a/b"]) assert.ok(isBelow("/", path), path);
});
