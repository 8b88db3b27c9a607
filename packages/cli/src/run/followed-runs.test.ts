import assert from "node:assert/strict";
import { test } from "node:test";
import type { AnyEntry } from "coxswain";
import type { EntryEvent, MailboxReceipt } from "coxswain/store";
import { IDLE } from "../follow/index.ts";
import type { Display } from "../prompt/index.ts";
import { FollowedRuns } from "./followed-runs.ts";

const display: Display = { start() {}, event() {}, end() {} };

const event = (draft: object, seq: number): EntryEvent => ({
  type: "entry",
  seq,
  at: seq,
  sessionId: "s",
  agent: { id: "s", depth: 0 },
  entry: { seq, id: `e${seq}`, parent: null, at: seq, ...draft } as AnyEntry,
});

const run = (id: string, prompt: string, command: string): readonly object[] => [
  { type: "run_start", run: id },
  { id: prompt, type: "message", run: id, message: { role: "user", content: [{ type: "text", text: "Go." }] } },
  { type: "agent_command", agent: "a", call: "c", command, cwd: "/p", startedAt: 1, exitCode: 0 },
  { type: "run_end", run: id, outcome: { kind: "done" } },
];

test("the report of a followed run has the commands of its sub-agents, and none of other runs", async () => {
  const receipt = { id: "m2", withdraw: async () => true } as MailboxReceipt;
  for (const [own, commands] of [
    [receipt, ["two"]],
    [undefined, ["two"]],
  ] as const) {
    const runs = new FollowedRuns(own, IDLE, display);
    for (const [seq, draft] of [...run("r1", "m1", "one"), ...run("r2", "m2", "two")].entries()) await runs.take(event(draft, seq));
    const { facts } = runs.report.work;
    assert.deepEqual(
      facts.flatMap((fact) => (fact.kind === "ran" ? [fact.command] : [])),
      commands,
    );
  }
});
