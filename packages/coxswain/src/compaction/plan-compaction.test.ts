import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Entry } from "../log/index.ts";
import { NO_USAGE, textOf } from "../model/index.ts";
import { brokenHistories, live } from "../context/broken-history.fixture.ts";
import { assistant, call, MODEL, png, result, RUN, user } from "../context/messages.fixture.ts";
import { messageTokens, project } from "../context/index.ts";
import { compaction, type Fact, pathOf, messageFact } from "../context/path.fixture.ts";
import { assertAccepted } from "../context/provider-rules.fixture.ts";
import { NothingToCompactError } from "./errors.ts";
import { compacted, grown, modelOf, turn, wordsOf } from "./long-history.fixture.ts";
import { numbered } from "./message-numbers.ts";
import { type CompactionPlan, type CompactionPlanOptions, planCompaction } from "./plan-compaction.ts";
import { assertCompactions, attempt, numbersOf } from "./planned-compactions.fixture.ts";

const tokens = messageTokens();
const plan = (facts: readonly Fact[] | readonly Entry[], options: Partial<CompactionPlanOptions> = {}): CompactionPlan =>
  planCompaction(facts.every((fact) => "seq" in fact) ? facts : pathOf(facts), { model: MODEL, tokens, ...options });

const begin: readonly Fact[] = [{ type: "run_start", run: RUN }, messageFact(user("Do the work."), RUN)];

test("S4-24: fewer than four messages since the last compaction, by any author, are nothing to compact", () => {
  const [a, b, c, d] = ["a", "b", "c", "d"].map((text) => messageFact(user(text))) as [Fact, Fact, Fact, Fact];
  assert.throws(() => plan([a, b, c]), NothingToCompactError);
  assert.throws(() => plan([a, b, c, d, compaction(null), a, b, c]), { code: "nothing_to_compact" });
  assert.throws(() => plan([a, b, c, d, { type: "reset" }, a, b, c]), NothingToCompactError);
  assert.throws(() => plan([]), NothingToCompactError);
  assert.equal(plan([a, b, c, d]).covers.from, 1);
  assert.doesNotThrow(() => plan([a, b, c, d, compaction(null), a, { type: "uncompact", target: "e4" }]));
});

test("S2-08: with 0 tokens to keep, all messages are summarized", () => {
  const facts = [...begin, ...turn(1, 50), ...turn(2, 50)];
  const { firstPreserved, covers, retainedTokens } = plan(facts, { keepTokens: 0 });
  assert.deepEqual([firstPreserved, covers, retainedTokens], [null, { from: 1, to: 5 }, 0]);
});

test("the latest messages remain unchanged: 20,000 tokens, and at most a quarter of the window", () => {
  const facts = [...begin, ...Array.from({ length: 60 }, (_, at) => turn(at, 1_000)).flat()];
  assert.ok(plan(facts).retainedTokens > 18_000 && plan(facts).retainedTokens <= 20_000);
  const small = plan(facts, { model: modelOf(32_000) });
  assert.ok(small.retainedTokens > 6_900 && small.retainedTokens <= 8_000);
  const requested = plan(facts, { keepTokens: 40_000 });
  assert.ok(requested.retainedTokens > 30_000 && requested.retainedTokens <= 40_000);
});

test("at most half of a short conversation remains, so that there is something to summarize", () => {
  const facts = [...begin, ...turn(1, 50), ...turn(2, 50), ...turn(3, 50)];
  const { firstPreserved, retainedTokens, tokensBefore } = plan(facts);
  assert.equal(firstPreserved, "e6");
  assert.ok(retainedTokens <= tokensBefore / 2);
});

test("no cut separates a call from its results", () => {
  const results = ["1", "2", "3"].map((id) => messageFact(result(id, wordsOf(id, 3_000)), RUN));
  const facts = [
    ...begin,
    ...turn(1, 9_000),
    ...turn(2, 9_000),
    messageFact(assistant(["1", "2", "3"].map((id) => call(id))), RUN),
    ...results,
  ];
  assert.equal(plan(facts, { model: modelOf(40_000) }).firstPreserved, "e6");
  assert.equal(
    plan(facts, { model: modelOf(40_000), keepTokens: 3_500 }).firstPreserved,
    "e6",
    "the latest response stays whole, or not at all",
  );
});

test("a late result stays with its call, on one side of the cut", () => {
  const late = [
    messageFact(assistant([call("1")]), RUN),
    messageFact(user(wordsOf("wait", 500)), RUN),
    messageFact(result("1"), RUN),
    messageFact(user("Continue."), RUN),
  ];
  for (const keepTokens of [1, 20, 60, 600]) {
    const { firstPreserved } = plan([...begin, ...turn(0, 600), ...late], { keepTokens });
    assert.ok(firstPreserved === "e4" || firstPreserved === "e7", `${firstPreserved} at ${keepTokens}`);
  }
});

test("a split run has its own summary, and its prompt is preserved", () => {
  const before = [messageFact(user("Hello."), "earlier"), messageFact(assistant(["Hi."]), "earlier")];
  const facts = [
    ...before,
    ...begin,
    ...turn(1, 900),
    messageFact(user("Mind the gap."), RUN),
    ...turn(2, 900),
    ...turn(3, 900),
    ...turn(4, 900),
  ];
  const cut = plan(facts, { keepTokens: 1_900, runId: RUN });
  assert.deepEqual(
    cut.conversation.map(({ message }) => textOf(message)),
    ["Hello.", "Hi."],
  );
  assert.equal(cut.task.length, 6);
  assert.equal(cut.prompt, "Do the work.\n\n[Later, during the work:]\nMind the gap.");
  assert.deepEqual(plan([...before, ...before, ...begin, ...turn(1, 50)], { keepTokens: 200 }).task, []);
});

test("preserves the prompt of the active run even if no part of the run remains", () => {
  const facts = [...begin, ...turn(1, 50), ...turn(2, 50)];
  assert.equal(plan(facts, { keepTokens: 0, runId: RUN }).prompt, "Do the work.");
  const ended: readonly Fact[] = [...facts, { type: "run_end", run: RUN, outcome: { kind: "done" } }];
  assert.equal(plan(ended, { keepTokens: 0 }).prompt, undefined);
});

test("finds a prompt that is no longer available in an earlier compaction", () => {
  const preserved = [{ name: "prompt", text: "Do the work." }];
  const facts = [compaction(null, { preserved, covers: { from: 1, to: 9 } }), ...turn(1, 900), ...turn(2, 900), ...turn(3, 900)];
  const { prompt, previous, covers } = plan(facts, { keepTokens: 1_000 });
  assert.deepEqual([prompt, previous?.id, covers], ["Do the work.", "e0", { from: 1, to: 13 }]);
});

test("covers user commands and branch summaries like messages", () => {
  const shell = { type: "shell", command: "ls", output: "", exitCode: 0, include: true } as const;
  const branch = { type: "branch_summary", summary: "s", from: "x", model: "m", usage: NO_USAGE } as const;
  const cut = plan([shell, ...begin, branch, ...turn(1, 50), messageFact(user("a"), RUN), shell], { keepTokens: 0 });
  assert.deepEqual([numbersOf(cut), cut.covers], [[1, 2, 3, 4, 5, 6, 7], { from: 1, to: 7 }]);
});

test("preserves only the names of images and of content that a provider refused", () => {
  const facts: readonly Fact[] = [
    messageFact(user("Look:", png("shot.png"), "poison"), RUN),
    ...turn(1, 900),
    ...turn(2, 900),
    { type: "repair", target: "e0", part: 2, reason: "refused" },
  ];
  assert.equal(plan(facts, { keepTokens: 1_000, runId: RUN }).prompt, 'Look:\n[image "shot.png"]');
});

test("for any history and window: the result of a compaction fits, it covers what it does not keep, and it can be undone", () =>
  assertCompactions(120));

test("for any log, the result of a compaction is accepted, and it can be undone", async () => {
  let done = 0;
  await fc.assert(
    fc.asyncProperty(brokenHistories, fc.constantFrom(undefined, 0, 50), async (life, keepTokens) => {
      const path = await live(life);
      const cut = attempt(() => planCompaction(path, { model: MODEL, runId: RUN, tokens, keepTokens }));
      const after = cut && attempt(() => compacted(path, cut, "Short."));
      if (cut === undefined || after === undefined) return;
      done += 1;
      assertAccepted(project(after, { model: MODEL, runId: RUN }), MODEL);
      assert.deepEqual(
        project(grown(after, { type: "uncompact", target: after.at(-1)?.id ?? "" }), { model: MODEL, runId: RUN }),
        project(path, { model: MODEL, runId: RUN }),
      );
      const numbers = numbersOf(cut).flatMap((number) => number ?? []);
      assert.ok(numbers.every((number) => number >= cut.covers.from && number <= cut.covers.to));
    }),
    { numRuns: 500 },
  );
  assert.ok(done > 100, `only ${done} compactions`);
});

test("a message that no model receives is covered with its neighbours: numbers continue where only the end is available", () => {
  const failed = messageFact({ ...assistant([{ type: "text", text: "Half" }]), streamError: { code: "transient", message: "Cut." } }, RUN);
  const begun = [...begin, ...turn(1, 50), ...turn(2, 50), failed];
  for (const facts of [[...begun, messageFact(user("Continue."), "next")], begun]) {
    const { firstPreserved, covers } = plan(facts, { keepTokens: facts === begun ? 0 : undefined });
    const path = pathOf([...facts, compaction(firstPreserved, { covers }), messageFact(user("More."), "next")]);
    const from = path.findIndex(({ id, type }) => id === firstPreserved || type === "compaction");
    const available = numbered(path.slice(from)).map(({ number }) => number);
    assert.deepEqual(
      available,
      numbered(path)
        .map(({ number }) => number)
        .slice(-available.length),
    );
  }
});
