import assert from "node:assert/strict";
import { test } from "node:test";
import type { LoopbackReply } from "coxswain/testing";
import { ACTIVE, jsonLines, openCox } from "./cox-scene.ts";

const overloaded: LoopbackReply = {
  text: "half an answer",
  fault: { kind: "error", after: 4, message: "Overloaded\u001b[2J" },
};
const limited = (seconds: number): LoopbackReply => ({
  fault: { kind: "status", status: 429, headers: { "retry-after": String(seconds) } },
});
const AT_ONCE = { retry: { baseSeconds: 0 } };

test("P8: retries a temporary failure and prints a line with the reason each time", async () => {
  await using cox = await openCox([overloaded, overloaded, "the answer"]);
  await cox.set(AT_ONCE);
  const { code, stdout, stderr } = await cox.run(["go"]);
  assert.deepEqual([code, stdout], [0, "the answer\n"]);
  const lines = stderr.trimEnd().split("\n");
  assert.match(lines[0] ?? "", /^Retrying in 1 s \(1 of 3\): Anthropic cannot answer now.*Overloaded/);
  assert.match(lines[1] ?? "", /^Retrying in 1 s \(2 of 3\): /);
  assert.equal(lines.length, 2);
  assert.doesNotMatch(stderr.replaceAll("\n", ""), ACTIVE);
});

test("S0-60: reports the number of attempts on the last line after a final failure", async () => {
  await using cox = await openCox(() => overloaded);
  await cox.set(AT_ONCE);
  const { code, stderr } = await cox.run(["go"]);
  assert.equal(code, 1);
  assert.match(stderr.trimEnd().split("\n").at(-1) ?? "", /^cox: Anthropic cannot answer now.* Asked 4 times( in [\d.]+ s)?\.$/);
});

test("P1: reports a retry in stream-json like Claude Code", async () => {
  await using cox = await openCox([limited(0), "the answer"]);
  await cox.set(AT_ONCE);
  const { code, stdout } = await cox.run(["go", "--output-format", "stream-json"]);
  assert.equal(code, 0);
  const retry = jsonLines(stdout).find(({ subtype }) => subtype === "api_retry");
  const { type, attempt, max_retries: most, retry_delay_ms: delay, error_status: status, error, session_id: session } = retry ?? {};
  assert.deepEqual(
    { type, attempt, most, delay, status, error },
    { type: "system", attempt: 1, most: 3, delay: 0, status: 429, error: "rate_limit" },
  );
  assert.equal(session, jsonLines(stdout)[0]?.["session_id"]);
});

test("P1: Ctrl+C ends the retry delay at once", async () => {
  await using cox = await openCox([limited(50), "never"]);
  const started = cox.start(["go"]);
  await started.seen("Retrying in 50 s (1 of 3)");
  started.child.kill("SIGINT");
  assert.equal((await started.ended).code, 130);
  assert.equal(cox.server.requests.length, 1);
});

test("P1: ends the run on an excessive retry delay and reports its length", async () => {
  await using cox = await openCox([limited(7200)]);
  const { code, stderr } = await cox.run(["go"]);
  assert.equal(code, 1);
  assert.match(stderr, /^cox: Anthropic limits the rate of requests \(429\)\..*The provider asks to wait 2 h/);
});

test("P2: switches to the model of --fallback-model for one run when the credit is exhausted", async () => {
  await using cox = await openCox([{ fault: { kind: "status", status: 402 } }, "from the other", "from the first"]);
  const { code, stdout, stderr } = await cox.run([
    "go",
    "-m",
    "anthropic/claude-sonnet-4-5",
    "--fallback-model",
    "anthropic/claude-haiku-4-5",
  ]);
  assert.deepEqual([code, stdout], [0, "from the other\n"]);
  assert.match(stderr, /^Switched to anthropic\/claude-haiku-4-5: Anthropic has no credit left/);
  await cox.run(["-c", "and now"]);
  const asked = cox.server.requests.map(({ model }) => model);
  assert.deepEqual(asked, ["claude-sonnet-4-5", "claude-haiku-4-5", "claude-sonnet-4-5"]);
});

test("--fallback-model applies to new sessions only", async () => {
  await using cox = await openCox(["one"]);
  await cox.run(["go"]);
  const { code, stderr } = await cox.run(["-c", "on", "--fallback-model", "anthropic/claude-haiku-4-5"]);
  assert.deepEqual([code, stderr.includes("--fallback-model applies to new sessions only")], [2, true]);
});
