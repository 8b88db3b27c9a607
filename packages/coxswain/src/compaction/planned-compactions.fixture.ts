import assert from "node:assert/strict";
import fc from "fast-check";
import type { Entry } from "../log/index.ts";
import { estimateMessageTokens, textOf } from "../model/index.ts";
import { horizon, isReset, messageTokens, project } from "../context/index.ts";
import type { MODEL } from "../context/messages.fixture.ts";
import { pathOf } from "../context/path.fixture.ts";
import { assertAccepted } from "../context/provider-rules.fixture.ts";
import { BadSummaryError, NothingToCompactError } from "./errors.ts";
import { compacted, factsOf, grown, liveRun, longHistories, modelOf, turn, WINDOWS } from "./long-history.fixture.ts";
import { numbered } from "./message-numbers.ts";
import { type CompactionPlan, planCompaction } from "./plan-compaction.ts";

export const numbersOf = ({ conversation, task }: CompactionPlan): readonly (number | undefined)[] =>
  [...conversation, ...task].map(({ number }) => number);

/** Plans compactions of generated histories and checks the results. */
export const assertCompactions = (numRuns: number): void => {
  const tokens = messageTokens();
  let done = 0;
  fc.assert(
    fc.property(
      longHistories,
      fc.constantFrom(...WINDOWS),
      fc.constantFrom(undefined, 0, 3_000),
      fc.boolean(),
      (history, window, keepTokens, again) => {
        const model = modelOf(window);
        const options = { model, runId: liveRun(history) };
        const overhead = Math.floor(window / 5);
        let path = pathOf(factsOf(history));
        for (let round = 0; round < (again ? 2 : 1); round++) {
          const cut = attempt(() => planCompaction(path, { ...options, tokens, keepTokens, overhead }));
          const after = cut && attempt(() => compacted(path, cut));
          if (cut === undefined || after === undefined) return;
          done += 1;
          assertValidCompaction(path, after, cut, options, overhead);
          path = grown(after, ...turn(1_000 + round, 500, options.runId), ...turn(2_000 + round, 500, options.runId));
        }
      },
    ),
    { numRuns },
  );
  assert.ok(done > numRuns / 2, `only ${done} compactions`);
};

const assertValidCompaction = (
  path: readonly Entry[],
  after: readonly Entry[],
  cut: CompactionPlan,
  options: { readonly model: typeof MODEL; readonly runId: string },
  overhead: number,
): void => {
  const before = project(path, options);
  const messages = project(after, options);
  assertAccepted(messages, options.model);
  const sum = messages.reduce((total, message) => total + estimateMessageTokens(message), overhead);
  assert.ok(sum <= (options.model.contextWindow ?? 0), `${sum} tokens in a window of ${options.model.contextWindow}`);
  assert.deepEqual(messages.slice(1).map(textOf), before.slice(before.length - messages.length + 1).map(textOf));

  const numbers = new Map(numbered(path).map(({ entry, number }) => [entry.id, number]));
  const firstPreserved = cut.firstPreserved === null ? path.length : path.findIndex(({ id }) => id === cut.firstPreserved);
  const covered = path.slice(path.findLastIndex(isReset) + 1, firstPreserved).flatMap(({ id }) => numbers.get(id) ?? []);
  assert.deepEqual([cut.covers.from, cut.covers.to], [covered[0], covered.at(-1)]);
  const fresh = covered.filter((number) => number > (cut.previous?.covers.to ?? 0));
  assert.deepEqual(
    numbersOf(cut).filter((number) => number !== undefined),
    fresh,
  );
  assert.deepEqual(numbered(after), numbered(path), "numbers stay");

  const undone = grown(after, { type: "uncompact", target: after.at(-1)?.id ?? "" });
  assert.deepEqual(project(undone, options), before);
  const { needed } = after.reduce((state, entry) => horizon.apply(state, entry), horizon.initial);
  const available = after.slice(Math.min(...needed.map((id) => after.findIndex((entry) => entry.id === id))));
  assert.deepEqual(project(available, options), messages);
  const numbersAfter = new Map(numbered(after).map(({ entry, number }) => [entry, number]));
  for (const { entry, number } of numbered(available)) assert.equal(numbersAfter.get(entry), number, "numbers of a partial path");
};

/** Returns undefined when an action is rejected with an expected error. */
export const attempt = <Value>(act: () => Value): Value | undefined => {
  try {
    return act();
  } catch (error) {
    assert.ok(error instanceof NothingToCompactError || error instanceof BadSummaryError, String(error));
    return undefined;
  }
};
