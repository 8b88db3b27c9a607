import assert from "node:assert/strict";
import { test } from "node:test";
import type { AnyEntry } from "coxswain";
import { chunkStart } from "./entry-chunks.ts";

/** Entries by letters: `s` start of a run, `e` its end, `u` a message of the user, `a` an answer. */
const entries = (letters: string): readonly AnyEntry[] =>
  Array.from(letters, (letter, seq) => {
    const base = { seq, id: `e${seq}`, parent: null, at: 0 };
    if (letter === "s") return { ...base, type: "run_start", run: "r" };
    if (letter === "e") return { ...base, type: "run_end", run: "r", outcome: { kind: "done" } };
    const role = letter === "u" ? "user" : "assistant";
    return { ...base, type: "message", message: { role, content: [] } };
  }) as unknown as readonly AnyEntry[];

const start = (letters: string, atLeast: number): number => chunkStart(entries(letters), letters.length, atLeast);

test("a chunk begins at the start of a run, never inside one", () => {
  assert.equal(start("suaesuauaesuae", 1), 10);
  assert.equal(start("suaesuauaesuae", 5), 4);
  assert.equal(start("suaesuauaesuae", 9), 4);
  assert.equal(start("suaesuauaesuae", 11), 0);
});

test("outside of runs, as in imported sessions, it begins at a message of the user", () => {
  assert.equal(start("uauaua", 1), 4);
  assert.equal(start("uauaua", 3), 2);
  assert.equal(start("suaeuaua", 3), 4);
  assert.equal(start("aaaa", 2), 0);
});
