import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import type { Event } from "coxswain";
import { Output } from "../output/index.ts";
import { textDisplay } from "./text-display.ts";

const lineFor = (event: object): string => {
  const stderr = new PassThrough();
  const display = textDisplay({ stdout: new Output(() => new PassThrough() as never), stderr: new Output(() => stderr as never) });
  void display.event({ ...event, seq: 1, at: 0, sessionId: "s", agent: { id: "s", depth: 0 } } as unknown as Event);
  return String(stderr.read());
};

test("shows the full reason of a failed compaction", () => {
  const message = `Anthropic cannot answer now. ${"Error: overloaded. ".repeat(20)}Set a valid key.`;
  assert.match(lineFor({ type: "compaction_end", reason: "threshold", error: { code: "transient", message } }), /Set a valid key\.\n$/);
});

test("reports on one escaped line that a failed or stopped compaction changed nothing", () => {
  const failed = lineFor({ type: "compaction_end", reason: "manual", error: { code: "auth", message: "No\u001b[2J key." } });
  assert.equal(failed, "Compaction failed; the conversation is unchanged: No\\x1b[2J key.\n");
  assert.match(lineFor({ type: "compaction_end", reason: "manual", aborted: true }), /is unchanged/);
});

test("P1: shows a retry as one escaped line with the delay, the attempt and the reason", () => {
  const retry = { type: "retry_start", retryId: "r", attempt: 2, tries: 3, delay: 4_000, model: "a/b" };
  const line = (message: string, delay = 4_000) => lineFor({ ...retry, delay, error: { code: "transient", message } });
  assert.equal(line("Anthropic is overloaded."), "Retrying in 4 s (2 of 3): Anthropic is overloaded.\n");
  assert.equal(line("first\u001b[2Jline\nsecond"), "Retrying in 4 s (2 of 3): first\\x1b[2Jline second\n");
  assert.equal(line("Soon.", 120), "Retrying in 1 s (2 of 3): Soon.\n");
});

test("shows the state of a task and of a job as one escaped line", () => {
  const task = { id: "t1", agent: "a", name: "explore", description: "Find\u001b[2J it", state: "running", begunAt: 0 };
  const shown = (more: object) => lineFor({ type: "task_change", task: { ...task, ...more } });
  assert.equal(shown({}), "Task t1 (explore: Find\\x1b[2J it) is running in the background\n");
  assert.equal(shown({ state: "blocked" }), "Task t1 (explore: Find\\x1b[2J it) is waiting for an answer\n");
  assert.equal(shown({ state: "done", ending: "failed" }), "Task t1 (explore: Find\\x1b[2J it) failed\n");
  assert.match(shown({ worktree: { path: "/w", branch: "b" } }), / is running in the background in \/w\n$/);
  const job = { id: "j1", command: "npm run\u001b[2J dev\nmore", state: "running", begunAt: 0 };
  assert.equal(lineFor({ type: "job_change", job }), "Job j1 (npm run\\x1b[2J dev more) is running in the background\n");
  assert.match(lineFor({ type: "job_change", job: { ...job, state: "ended", ending: "stopped" } }), /was stopped\n$/);
});

test("shows the last lines of an interrupted command below the reason", () => {
  const result = {
    isError: true,
    reason: "cancelled",
    content: [
      { type: "text", text: "Cancelled while it ran; it may have had effects." },
      { type: "text", text: "1\n2\n3\n4\n5\n6\n[cancelled]" },
    ],
  };
  const call = { type: "tool_call", id: "1", name: "bash", input: { command: "sleep 9" } };
  assert.equal(
    lineFor({ type: "tool_end", call, result }),
    "! bash cancelled: Cancelled while it ran; it may have had effects.\n  | 2\n  | 3\n  | 4\n  | 5\n  | 6\n",
  );
});

test("buffers output while a question is open, then prints it in order", async () => {
  const stderr = new PassThrough();
  const asked = Promise.withResolvers<void>();
  let quiet: Promise<void> | undefined = asked.promise;
  const display = textDisplay(
    { stdout: new Output(() => new PassThrough() as never), stderr: new Output(() => stderr as never) },
    { quiet: () => quiet },
  );
  const warning = (message: string): Event => ({ type: "warning", message, seq: 1, at: 0, sessionId: "s", agent: { id: "s", depth: 0 } });
  const shown = display.event(warning("later"));
  assert.equal(stderr.read(), null);
  quiet = undefined;
  asked.resolve();
  await shown;
  await display.event(warning("last"));
  assert.equal(String(stderr.read()), "cox: later\ncox: last\n");
});

test("shows calls, results and failures of the provider's tools on escaped lines", () => {
  const part = { type: "provider", name: "web_search", input: { query: "x\u001b[2J" }, providerData: {} };
  assert.equal(lineFor({ type: "provider_part", part }), "> web_search (at the provider)  x\\x1b[2J\n");
  const { input: _, ...result } = part;
  assert.equal(lineFor({ type: "provider_part", part: { ...result, output: "A\nB\u001b[2J" } }), "< web_search: A B\\x1b[2J\n");
  assert.equal(
    lineFor({ type: "provider_part", part: { ...result, output: "too_many", isError: true } }),
    "! web_search failed: too_many\n",
  );
});
