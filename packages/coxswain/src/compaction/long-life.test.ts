import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Entry } from "../log/index.ts";
import { NO_USAGE, textOf } from "../model/index.ts";
import { fits, horizon, isCompaction, messageTokens, project } from "../context/index.ts";
import { compactionDraft } from "./compact.ts";
import { factsOf, grown, liveRun, modelOf, type Turn, turns, WINDOWS, wordsOf } from "./long-history.fixture.ts";
import { planCompaction } from "./plan-compaction.ts";
import { recall } from "./recall.ts";

const TURNS = 300;

/** Share of a window at which the next compaction is due. */
const DUE = 0.8;

const tokens = messageTokens();

/** Returns the part of a path that must be available, from its first needed entry on. */
const neededOf = (path: readonly Entry[]): readonly Entry[] => {
  const { needed } = path.reduce((state, entry) => horizon.apply(state, entry), horizon.initial);
  return needed.length === 0 ? path : path.slice(Math.min(...needed.map((id) => path.findIndex((entry) => entry.id === id))));
};

for (const window of WINDOWS) {
  test(`pain 4: 300 turns in a window of ${window} tokens are compacted as often as needed, each time with progress between, and nothing is lost`, () => {
    const [life] = fc.sample(fc.array(turns, { minLength: TURNS, maxLength: TURNS, size: "max" }), 1);
    const { path, compactions } = lived(life ?? assert.fail(), window);
    assert.ok(window > 200_000 || compactions > 1, `${compactions} compactions`);
    assert.ok(compactions < TURNS);
    const last = path.findLast(isCompaction);
    if (last === undefined) return;
    assert.equal(last.covers.from, 1);
    for (const number of [1, 2, Math.ceil(last.covers.to / 2), last.covers.to]) {
      assert.ok(recall(path, { from: number }).startsWith(`[#${number} `));
    }
    assert.match(recall(path, { from: 1 }), /Task 0: do it\./);
  });
}

const lived = (life: readonly Turn[], window: number): { readonly path: readonly Entry[]; readonly compactions: number } => {
  const model = modelOf(window);
  const overhead = Math.floor(window / 8);
  let path: readonly Entry[] = [];
  let compactions = 0;
  for (const [at] of life.entries()) {
    const upTo = life.slice(0, at + 1);
    const factCount = factsOf(life.slice(0, at)).length;
    path = grown(path, ...factsOf(upTo).slice(at === 0 ? 0 : factCount));
    const runId = liveRun(upTo);
    const size = () => project(path, { model, runId }).reduce((sum, message) => sum + tokens(message), overhead);
    if (size() <= window * DUE) continue;
    const plan = planCompaction(path, { model, runId, tokens, overhead, fewest: 1 });
    const preserved = [{ name: "files", text: wordsOf("a.ts", Math.floor(window / 40)) }];
    const summary = wordsOf(`summary${compactions}`, plan.limits.summary);
    path = grown(path, compactionDraft(plan, { summary, preserved, reason: "threshold", model: "acme/small", usage: NO_USAGE }));
    compactions += 1;
    const after = size();
    assert.ok(after < window * DUE, `turn ${at}: ${after} tokens after a compaction`);
    assert.ok(fits(after, model, Math.floor(window / 8)));
    const available = neededOf(path);
    assert.deepEqual(project(available, { model, runId }).map(textOf), project(path, { model, runId }).map(textOf));
  }
  return { path, compactions };
};
