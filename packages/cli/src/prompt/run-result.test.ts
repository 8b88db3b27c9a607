import assert from "node:assert/strict";
import { test } from "node:test";
import { type AssistantMessage, type Outcome } from "coxswain";
import { NO_USAGE } from "coxswain/providers";
import fc from "fast-check";
import { EXIT, type ExitCode } from "../process/index.ts";
import { runResult } from "./run-result.ts";
import { EMPTY_REPORT, type Report } from "./report.ts";

const reply: AssistantMessage = {
  role: "assistant",
  content: [{ type: "text", text: "Done." }],
  model: "a/b",
  stop: "stop",
  usage: NO_USAGE,
};

const OUTCOMES: readonly Outcome[] = [
  { kind: "done", reply },
  { kind: "aborted" },
  { kind: "aborted", reason: "why" },
  { kind: "limit", limit: { name: "turns", message: "Too many turns." } },
  { kind: "limit", limit: { name: "budget", message: "Too dear.", quantity: "usd" } },
  { kind: "limit", limit: { name: "budget", message: "Too long.", quantity: "seconds" } },
  { kind: "limit", limit: { name: "loop", message: "Round and round." } },
  { kind: "failed", error: { code: "auth", message: "No." } },
];
const STOPS: readonly (ExitCode | undefined)[] = [undefined, EXIT.interrupted, EXIT.terminated, EXIT.hangup, EXIT.unread];

test("P13: reports an empty answer", () => {
  const silent: Outcome = { kind: "done", reply: { ...reply, content: [] } };
  const { code, line } = runResult(silent, EMPTY_REPORT, { stopped: undefined, resumable: true });
  assert.deepEqual([code, line], [EXIT.done, "the model ended without an answer"]);
});

test("returns a consistent exit code, result and last line for every result", () => {
  fc.assert(
    fc.property(fc.constantFrom(...OUTCOMES), fc.constantFrom(...STOPS), fc.boolean(), (outcome, stopped, resumable) => {
      const { code, subtype, line, error, answer } = runResult(outcome, EMPTY_REPORT, { stopped, resumable });
      const done = outcome.kind === "done";
      assert.equal(code === EXIT.done, done);
      assert.equal(subtype === "success", done);
      assert.equal(error === undefined, done);
      assert.equal(line === undefined, done || code === EXIT.unread);
      assert.equal(answer === "Done.", done);
      if (outcome.kind === "limit") assert.equal(code, EXIT.limit);
      if (outcome.kind === "failed") assert.equal(code, EXIT.failed);
      if (outcome.kind === "aborted") assert.equal(code, stopped ?? EXIT.interrupted);
      assert.equal(line?.includes("cox -c") ?? false, resumable && line !== undefined && outcome.kind !== "failed");
    }),
  );
});

test("names background commands, which end with the program, on the last line of every result", () => {
  const report: Report = {
    ...EMPTY_REPORT,
    jobs: [{ id: "j1", command: `npm run dev\n${"x".repeat(100)}`, state: "running", begunAt: 0 }],
  };
  for (const outcome of OUTCOMES) {
    const { line } = runResult(outcome, report, { stopped: undefined, resumable: true });
    assert.match(line ?? "", /Stopped background commands: j1 \(npm run dev x{47}…\)\.$/);
  }
});

test("names calls that no user could allow, with the given description", () => {
  const report = { ...EMPTY_REPORT, unanswered: [{ tool: "write" }, { tool: "bash" }, { tool: "bash" }] };
  const { code, line } = runResult({ kind: "done", reply }, report, { stopped: undefined, resumable: true });
  assert.deepEqual([code, line], [EXIT.done, "Not allowed: write, bash."]);
  const described = { stopped: undefined, resumable: true, denials: () => "Denied." };
  assert.equal(runResult({ kind: "done", reply }, report, described).line, "Denied.");
});

test("reports a limit with Claude Code's subtype if it has one, and the last text of the model", () => {
  const kindOf = (name: string, quantity?: "usd" | "seconds") => {
    const limit = { name, message: "Enough.", ...(quantity === undefined ? {} : { quantity }) };
    const { subtype, reason, answer } = runResult(
      { kind: "limit", limit },
      { ...EMPTY_REPORT, text: "So far." },
      { stopped: undefined, resumable: true },
    );
    assert.equal(answer, "So far.");
    return [subtype, reason];
  };
  assert.deepEqual(kindOf("turns"), ["error_max_turns", "max_turns"]);
  assert.deepEqual(kindOf("budget", "usd"), ["error_max_budget_usd", "max_budget_usd"]);
  assert.deepEqual(kindOf("budget", "seconds"), ["error_during_execution", "budget"]);
  assert.deepEqual(kindOf("loop"), ["error_during_execution", "loop"]);
});

test("prints a structured answer as one safe line of JSON, and reports a missing one with Claude Code's subtype", () => {
  const output = { name: "a\u001b[2J", none: null };
  const done = runResult({ kind: "done", reply, output }, EMPTY_REPORT, { stopped: undefined, resumable: true });
  assert.deepEqual([done.code, done.answer, done.output], [EXIT.done, '{"name":"a\\u001b[2J","none":null}', output]);
  const error = { code: "output_invalid", message: "It does not fit." } as const;
  const { code, subtype, reason } = runResult({ kind: "failed", error }, EMPTY_REPORT, { stopped: undefined, resumable: true });
  assert.deepEqual([code, subtype, reason], [EXIT.failed, "error_max_structured_output_retries", "output_invalid"]);
});
