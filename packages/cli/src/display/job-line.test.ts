import assert from "node:assert/strict";
import { test } from "node:test";
import { jobLine } from "./job-line.ts";

test("formats a job as one line for any command", () => {
  const job = { id: "j1", command: "npm run\u001b[2J dev\nmore", state: "running", begunAt: 0 } as const;
  assert.match(jobLine(job), /^Job j1 \(npm run.* dev.*more\) is running in the background$/);
  assert.ok(!jobLine(job).includes("\u001b"));
  assert.match(jobLine({ ...job, state: "ended", ending: "stopped" }), /was stopped$/);
});
