import assert from "node:assert/strict";
import { test } from "node:test";
import type { AnyEntry } from "./entries.ts";
import { relocatedEntries } from "./relocated-entries.ts";

const entry = (draft: object): AnyEntry => ({ seq: 0, id: "e", parent: null, at: 0, ...draft }) as AnyEntry;

const file = (path: string) => entry({ type: "file_change", run: "r", by: [], found: "written", folder: "/a", changes: [{ path }] });

const to = (cwd: string, from?: string) => entry({ type: "relocate", cwd, ...(from === undefined ? {} : { from }) });

const paths = (entries: readonly AnyEntry[]): readonly string[] =>
  entries.flatMap((one) => (one.type === "file_change" ? one.changes.map(({ path }) => path) : []));

test("paths in the session's folder follow each of its moves, and others stay", () => {
  const log = [file("/a/x"), file("/worktree/x"), to("/b", "/a"), file("/b/y"), file("/a/z"), to("/c/d", "/b"), file("/c/d/x")];
  assert.deepEqual(paths(relocatedEntries(log)), ["/c/d/x", "/worktree/x", "/c/d/y", "/a/z", "/c/d/x"]);
  const back = [file("/a/x"), to("/b", "/a"), file("/b/y"), to("/a", "/b")];
  assert.deepEqual(paths(relocatedEntries(back)), ["/a/x", "/a/y"]);
});

test("in logs of earlier versions, the folder before a move is that of the move before, or the first one", () => {
  const log = [file("/a/x"), to("/b"), file("/b/y"), to("/c")];
  assert.deepEqual(paths(relocatedEntries(log, "/a")), ["/c/x", "/c/y"]);
  assert.deepEqual(paths(relocatedEntries(log)), ["/a/x", "/c/y"]);
});

test("all paths of an entry follow", () => {
  const entries = [
    entry({ type: "file_change", folder: "/a", changes: [], created: ["/a/n"], removed: ["/a/o"], unlisted: ["node_modules"] }),
    entry({ type: "restore_start", changes: [{ path: "/a/x", movesTo: ["/a/y"] }], folders: ["/a/n"], roots: ["/a", "/worktree"] }),
    entry({ type: "restore_end", refused: [{ path: "/a/x", reason: "open" }] }),
    entry({ type: "job_start", command: "cat /a/x", cwd: "/a/d" }),
    entry({ type: "agent_command", command: "cat /a/x", cwd: "/a" }),
    entry({ type: "shell", command: "cat /a/x", output: "" }),
  ];
  const moved = relocatedEntries([...entries, to("/b", "/a")]).slice(0, -1);
  // Command lines do not change.
  const expected = JSON.parse(JSON.stringify(entries).replaceAll('"/a', '"/b')) as readonly AnyEntry[];
  assert.deepEqual(moved, expected);
});

test("a log without moves is returned unchanged", () => {
  const log = [file("/a/x")];
  assert.equal(relocatedEntries(log, "/b"), log);
});
