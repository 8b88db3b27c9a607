import assert from "node:assert/strict";
import { basename } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { projectFolder } from "./session-file.ts";

const name = (cwd: string): string => basename(projectFolder("/sessions", cwd));

test("names a project's folder after the end of its path, and a hash", () => {
  assert.match(name("/home/ann/boat"), /^home-ann-boat-[0-9a-f]{8}$/);
  assert.match(name("/home/ann/日本 project"), /^home-ann-日本-project-[0-9a-f]{8}$/);
  assert.match(name(`/home/${"very-".repeat(20)}deep`), /^.{1,40}-very-deep-[0-9a-f]{8}$/);
  assert.match(name("/"), /^[0-9a-f]{8}$/);
});

test("similar paths have different folders", () => {
  const names = ["/a/b", "/a-b", "/a/b/", "/A/b", "/a b", "/a//b"].map(name);
  assert.equal(new Set(names).size, names.length);
});

test("L23: any path results in one plain name that every file system accepts", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (cwd) => {
      assert.match(name(cwd), /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u);
      assert.ok(Buffer.byteLength(name(cwd)) < 255);
      assert.equal(name(cwd), name(cwd));
    }),
  );
});
