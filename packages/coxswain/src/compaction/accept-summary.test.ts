import assert from "node:assert/strict";
import { test } from "node:test";
import { MODEL } from "../context/messages.fixture.ts";
import { BadSummaryError } from "./errors.ts";
import type { SummaryAnswer, SummaryJob, SummaryPart } from "./summary-job.ts";
import { takeSummary } from "./accept-summary.ts";

const part = (subject: SummaryPart["subject"], chunks = 1): SummaryPart => ({
  subject,
  earlier: undefined,
  chunks: Array<string>(chunks).fill("…"),
  tokens: 500,
});

const job = (...parts: readonly SummaryPart[]): SummaryJob => ({
  model: MODEL,
  instructions: undefined,
  parts,
  covers: { from: 1, to: 20 },
});

const answer = (text: string, stop: SummaryAnswer["stop"] = "stop"): SummaryAnswer => ({ text, stop });

test("the last answer of a part is its summary: it has those before it in itself", () => {
  assert.equal(takeSummary(job(part("conversation", 3)), [answer("a"), answer("ab"), answer("abc")]), "abc");
});

test("the task that is cut in two stands under a heading of its own, behind the conversation", () => {
  const both = job(part("conversation", 2), part("task"));
  assert.equal(takeSummary(both, [answer("a"), answer("ab"), answer("t")]), "ab\n\n# The task under way, up to the latest messages\n\nt");
  assert.equal(takeSummary(job(part("task")), [answer("t")]), "t");
});

test("pain 4: a summary that is empty, missing or refused is none", () => {
  for (const answers of [[], [answer(" \n")], [answer("```\n\n```")], [answer("I cannot.", "refusal")]]) {
    assert.throws(() => takeSummary(job(part("conversation")), answers), BadSummaryError);
  }
  assert.throws(() => takeSummary(job(part("conversation"), part("task")), [answer("a")]), { code: "bad_summary" });
});

test("one that was cut off at its token limit says so", () => {
  assert.equal(
    takeSummary(job(part("conversation")), [answer("Half of", "length")]),
    "Half of\n\n[This summary was cut off where it had become too long.]",
  );
});

test("what models wrap an answer in is taken off", () => {
  for (const text of [
    "```markdown\n# Goal\n```",
    "<summary>\n# Goal\n</summary>",
    "<earlier-summary># Goal</earlier-summary>",
    "# Goal\n",
  ]) {
    assert.equal(takeSummary(job(part("conversation")), [answer(text)]), "# Goal");
  }
});

test("a pointer to what is not covered is left out, or mended where a part of it is", () => {
  const sound = (text: string): string => takeSummary(job(part("conversation")), [answer(text)]);
  assert.equal(sound("Made a.ts [messages 3-17]. Then [message 4]!"), "Made a.ts [messages 3-17]. Then [messages 4]!");
  assert.equal(sound("Made [messages 3-99], seen [messages 30-99], lost [messages 0]."), "Made [messages 3-20], seen, lost.");
  assert.equal(sound("x [messages 9-4, 12 and #15 – #16; 40]"), "x [messages 4-9, 12, 15-16]");
  assert.equal(sound("list [0], [entries 5] and [messages A-B]"), "list [0], [messages 5] and [messages A-B]");
});

test("what only looks like a pointer stays, and is read once, however long it is", () => {
  const text = `[message ${"1".repeat(1_000)}: not found] [messages ${"1, ".repeat(1_000)}and so on]${" ".repeat(1_000)}`;
  assert.equal(takeSummary(job(part("conversation")), [answer(`${text}.`)]), `${text}.`);
});
