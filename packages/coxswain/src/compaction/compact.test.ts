import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { estimateTextTokens, NO_USAGE } from "../model/index.ts";
import { assistant, MODEL, RUN, user } from "../context/messages.fixture.ts";
import { messageTokens } from "../context/index.ts";
import { pathOf, messageFact } from "../context/path.fixture.ts";
import { limitSections } from "./preservers.ts";
import { compactionDraft, type CompactionFacts } from "./compact.ts";
import { BadSummaryError } from "./errors.ts";
import { modelOf, wordsOf } from "./long-history.fixture.ts";
import { type CompactionPlan, planCompaction } from "./plan-compaction.ts";

const planOf = (size: number, window = 200_000): CompactionPlan =>
  planCompaction(
    pathOf([
      messageFact(user("Do it."), RUN),
      ...Array.from({ length: 7 }, (_, at) => messageFact(assistant([wordsOf(`w${at}`, size)]), RUN)),
    ]),
    {
      model: modelOf(window),
      runId: RUN,
      tokens: messageTokens(),
      keepTokens: 0,
    },
  );

const facts = (overrides: Partial<CompactionFacts> = {}): CompactionFacts => ({
  summary: "The conversation contains words.",
  preserved: [],
  reason: "manual",
  model: MODEL.reference,
  usage: NO_USAGE,
  ...overrides,
});

test("S0-53: a compaction records its summary, cut, covered messages and usage", () => {
  const { summaryTokens, tokensBefore, preserved, ...rest } = compactionDraft(planOf(500), facts({ cost: 0.01, instructions: "Mind." }));
  assert.deepEqual(rest, {
    type: "compaction",
    summary: "The conversation contains words.",
    firstPreserved: null,
    covers: { from: 1, to: 8 },
    reason: "manual",
    instructions: "Mind.",
    model: MODEL.reference,
    usage: NO_USAGE,
    cost: 0.01,
  });
  assert.ok(summaryTokens > 100 && summaryTokens < tokensBefore);
  assert.deepEqual(
    preserved.map(({ name }) => name),
    ["prompt"],
  );
});

test("rejects a summary that would not shorten the conversation, unless the conversation is short", () => {
  assert.throws(() => compactionDraft(planOf(300), facts({ summary: wordsOf("s", 3_000) })), BadSummaryError);
  assert.throws(() => compactionDraft(planOf(300), facts({ preserved: [{ name: "files", text: wordsOf("f", 3_000) }] })), {
    code: "bad_summary",
  });
  assert.doesNotThrow(() => compactionDraft(planOf(5), facts({ summary: wordsOf("s", 300) })));
});

test("the prompt of the run precedes all other preserved sections", () => {
  const { preserved } = compactionDraft(
    planOf(500),
    facts({
      preserved: [
        { name: "files", text: "a.ts" },
        { name: "prompt", text: "another" },
      ],
    }),
  );
  assert.deepEqual(
    preserved.map(({ name, text }) => [name, text.slice(0, 5)]),
    [
      ["prompt", "Do it"],
      ["files", "a.ts"],
    ],
  );
});

test("pain 4: preserves sections verbatim if they fit", () => {
  const sections = [
    { name: "rules", text: "Never <push>\n\n\t& force. 😀" },
    { name: "files", text: "a.ts" },
  ];
  assert.deepEqual(limitSections(sections, 1_000), sections);
  assert.deepEqual(limitSections([{ name: "empty", text: " \n" }, ...sections], 1_000), sections);
});

test("preserved sections share a token limit; the last is truncated first, with a note", () => {
  const item = (name: string, size: number) => ({ name, text: wordsOf(name, size) });
  const [rules, files, more] = limitSections([item("rules", 400), item("files", 900), item("more", 900)], 1_000);
  assert.deepEqual(rules, item("rules", 400));
  assert.match(files?.text ?? "", /characters omitted\][^]*\n\[Truncated\. The tool recall shows/);
  assert.ok(more === undefined || estimateTextTokens(more.text) < 120);
  fc.assert(
    fc.property(fc.array(fc.nat(3_000), { maxLength: 8 }), fc.nat(5_000), (sizes, room) => {
      const limited = limitSections(
        sizes.map((size, at) => item(`item${at}`, size)),
        room,
      );
      assert.ok(limited.reduce((sum, { text }) => sum + estimateTextTokens(text), 0) <= room);
    }),
  );
});
