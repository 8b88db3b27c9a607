import assert from "node:assert/strict";
import { test } from "node:test";
import { MODEL } from "../context/messages.fixture.ts";
import { BadSummaryError } from "./errors.ts";
import type { SummaryAnswer, SummaryJob, SummaryPart } from "./summary-job.ts";
import { assembleSummary } from "./accept-summary.ts";

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

test("the last answer of a part is its summary, because it includes the previous ones", () => {
  assert.equal(assembleSummary(job(part("conversation", 3)), [answer("a"), answer("ab"), answer("abc")]), "abc");
});

test("the summary of a split task follows the conversation under its own heading", () => {
  const both = job(part("conversation", 2), part("task"));
  assert.equal(assembleSummary(both, [answer("a"), answer("ab"), answer("t")]), "ab\n\n# The current task, up to the latest messages\n\nt");
  assert.equal(assembleSummary(job(part("task")), [answer("t")]), "t");
});

test("pain 4: rejects a summary that is empty, missing or refused", () => {
  for (const answers of [[], [answer(" \n")], [answer("```\n\n```")], [answer("I cannot.", "refusal")]]) {
    assert.throws(() => assembleSummary(job(part("conversation")), answers), BadSummaryError);
  }
  assert.throws(() => assembleSummary(job(part("conversation"), part("task")), [answer("a")]), { code: "bad_summary" });
});

test("a summary that reached its token limit notes the truncation", () => {
  assert.equal(
    assembleSummary(job(part("conversation")), [answer("Half of", "length")]),
    "Half of\n\n[This summary reached its length limit, and is truncated.]",
  );
});

test("strips the wrappers that models add to an answer", () => {
  for (const text of [
    "```markdown\n# Goal\n```",
    "<summary>\n# Goal\n</summary>",
    "<earlier-summary># Goal</earlier-summary>",
    "# Goal\n",
  ]) {
    assert.equal(assembleSummary(job(part("conversation")), [answer(text)]), "# Goal");
  }
});

test("removes a pointer to messages that are not covered, or corrects it if some are", () => {
  const accepted = (text: string): string => assembleSummary(job(part("conversation")), [answer(text)]);
  assert.equal(accepted("Made a.ts [messages 3-17]. Then [message 4]!"), "Made a.ts [messages 3-17]. Then [messages 4]!");
  assert.equal(accepted("Made [messages 3-99], seen [messages 30-99], lost [messages 0]."), "Made [messages 3-20], seen, lost.");
  assert.equal(accepted("x [messages 9-4, 12 and #15 – #16; 40]"), "x [messages 4-9, 12, 15-16]");
  assert.equal(accepted("list [0], [entries 5] and [messages A-B]"), "list [0], [messages 5] and [messages A-B]");
});

test("preserves text that only resembles a pointer, and reads it in linear time", () => {
  const text = `[message ${"1".repeat(1_000)}: not found] [messages ${"1, ".repeat(1_000)}and so on]${" ".repeat(1_000)}`;
  assert.equal(assembleSummary(job(part("conversation")), [answer(`${text}.`)]), `${text}.`);
});
