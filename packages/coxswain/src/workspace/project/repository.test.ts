import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../workspace.fixture.ts";
import { hasRepository } from "./repository.ts";

test("only a file or a folder that is not empty makes a folder a repository", (t) => {
  const root = temporaryFolder(t);
  const folder = (name: string): string => {
    mkdirSync(join(root, name));
    return join(root, name);
  };
  assert.equal(hasRepository(folder("none")), false);
  assert.equal(hasRepository(join(root, "gone")), false);
  const empty = folder("empty");
  mkdirSync(join(empty, ".git"));
  assert.equal(hasRepository(empty), false);
  writeFileSync(join(empty, ".git", "HEAD"), "");
  assert.equal(hasRepository(empty), true);
  const worktree = folder("worktree");
  writeFileSync(join(worktree, ".git"), "gitdir: elsewhere\n");
  assert.equal(hasRepository(worktree), true);
  const circle = folder("circle");
  symlinkSync(".git", join(circle, ".git"));
  assert.equal(hasRepository(circle), false);
});
