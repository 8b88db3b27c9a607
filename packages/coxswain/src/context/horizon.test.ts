import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Entry } from "../log/index.ts";
import { brokenHistories, live } from "./broken-history.fixture.ts";
import { horizon, recentHorizon } from "./horizon.ts";
import { MODEL, RUN, user } from "./messages.fixture.ts";
import { compaction, type Fact, pathOf, messageFact } from "./path.fixture.ts";
import { project } from "./project.ts";
import { candidatesOn } from "./repair-candidates.ts";

const neededOn = (path: readonly Entry[]): readonly string[] =>
  path.reduce((state, entry) => horizon.apply(state, entry), horizon.initial).needed;

const needed = (...facts: readonly Fact[]): readonly string[] => neededOn(pathOf(facts));

/** The unfinished run's entries, from which it resumes. */
const openRun = (path: readonly Entry[]): readonly Entry[] => {
  const at = path.findLastIndex(({ type }) => type === "run_start" || type === "run_end");
  return path[at]?.type === "run_start" ? path.slice(at) : [];
};

const a = messageFact(user("a"));
const start: Fact = { type: "run_start", run: RUN };
const end: Fact = { type: "run_end", run: RUN, outcome: { kind: "done" } };

test("a path without a reset or a compaction needs all of its entries", () => {
  assert.deepEqual(needed(a, start, a, end), []);
  assert.deepEqual(needed(a, start, a), []);
});

test("a path needs the entries after the last reset, those that the last compaction preserved, or else the compaction itself", () => {
  assert.deepEqual(needed(a, { type: "reset" }, a), ["e1"]);
  assert.deepEqual(needed(a, a, compaction("e1"), a), ["e1", "e2"]);
  assert.deepEqual(needed(a, a, compaction(null), a), ["e2"]);
  assert.deepEqual(needed(a, compaction("e0"), { type: "reset" }, a), ["e2"]);
});

test("an unfinished run needs its start, wherever a compaction cut", () => {
  assert.deepEqual(needed(a, start, a, a, compaction("e3"), a), ["e3", "e4", "e1"]);
  assert.deepEqual(needed(a, start, a, a, compaction("e3"), end, a), ["e3", "e4"]);
});

test("an undone compaction is no longer needed, and all entries since the last reset are", () => {
  assert.deepEqual(needed(a, { type: "reset" }, a, compaction("e2"), { type: "uncompact", target: "e3" }), ["e1"]);
  assert.deepEqual(needed(a, a, compaction("e1"), { type: "uncompact", target: "e2" }), []);
  assert.deepEqual(needed(a, a, compaction("e1"), { type: "uncompact", target: "e0" }), ["e1", "e2"]);
});

const recentIn = (...facts: readonly Fact[]): readonly string[] =>
  pathOf(facts).reduce((state, entry) => recentHorizon.apply(state, entry), recentHorizon.initial).needed;

test("the recent part begins with the last two turns: runs, and messages of the user outside of one", () => {
  assert.deepEqual(recentIn(start, a, a, end, start, a, end, start, a, end), ["e4"]);
  assert.deepEqual(recentIn(a, a, start, a, end), ["e1"]);
  assert.deepEqual(recentIn(start, a, end), []);
});

test("the recent part is what a path needs, if that is not everything", () => {
  assert.deepEqual(recentIn(start, a, end, { type: "reset" }, start, a, end, start, a, end), ["e3"]);
  assert.deepEqual(recentIn(start, a, end, compaction("e1"), start, a, end, start, a, end), ["e1", "e3"]);
});

test("L25: for any log, entries before the horizon do not affect the result", async () => {
  let hidden = 0;
  await fc.assert(
    fc.asyncProperty(brokenHistories, fc.constantFrom("never", "run", "sameModel" as const), async (life, reasoning) => {
      const path = await live(life);
      const ids = neededOn(path);
      const places = ids.map((id) => path.findIndex((entry) => entry.id === id));
      if (places.length === 0 || places.includes(-1)) return;
      const atHand = path.slice(Math.min(...places));
      if (atHand.length < path.length) hidden += 1;
      const options = { model: MODEL, runId: RUN, reasoning };
      assert.deepEqual(project(atHand, options), project(path, options));
      assert.deepEqual(candidatesOn(atHand), candidatesOn(path));
      assert.deepEqual(openRun(atHand), openRun(path));
    }),
    { numRuns: 1000 },
  );
  assert.ok(hidden > 50, `only ${hidden} lives had something before their horizon`);
});
