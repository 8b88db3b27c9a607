import assert from "node:assert/strict";
import { test } from "node:test";
import { Log, memoryStore, rebasePath } from "../log/index.ts";
import { assistant, user } from "../context/messages.fixture.ts";
import { compaction, type Fact, pathOf, messageFact } from "../context/path.fixture.ts";
import { numbered } from "./message-numbers.ts";

const numbersOn = (path: ReturnType<typeof pathOf>): readonly string[] =>
  numbered(path).map(({ number, entry }) => `${number} ${entry.id}`);

const shell = { type: "shell", command: "ls", output: "", exitCode: 0 } as const;
const a = messageFact(user("a"));

test("counts messages, visible commands and branch summaries from 1 since the last reset, and nothing else", () => {
  const branch: Fact = { type: "branch_summary", summary: "s", from: "x", model: "m", usage: assistant([]).usage };
  const facts: readonly Fact[] = [
    a,
    { type: "reset" },
    { type: "run_start", run: "r" },
    a,
    { ...shell, include: true },
    { ...shell, include: false },
    branch,
    a,
  ];
  assert.deepEqual(numbersOn(pathOf(facts)), ["1 e3", "2 e4", "3 e6", "4 e7"]);
});

test("if only a part of the path is available, the last compaction supplies the number of earlier messages", () => {
  const path = pathOf([
    a,
    a,
    a,
    a,
    compaction("e2", { covers: { from: 1, to: 2 } }),
    a,
    compaction(null, { covers: { from: 1, to: 5 } }),
    a,
  ]);
  const whole = numbersOn(path);
  assert.deepEqual(whole, ["1 e0", "2 e1", "3 e2", "4 e3", "5 e5", "6 e7"]);
  for (const from of [1, 2, 4, 6])
    assert.deepEqual(numbersOn(path.slice(from)), whole.slice(whole.length - numbersOn(path.slice(from)).length));
  assert.deepEqual(numbersOn(path.slice(6)), ["6 e7"]);
});

test("numbers remain valid in a fork, whose seqs differ", async () => {
  const path = pathOf([a, { type: "reset" }, a, a, a, compaction("e4", { covers: { from: 1, to: 2 } }), a]);
  const log = await Log.open(await memoryStore().create({ format: "coxswain-session", version: 1, id: "s", cwd: "/", at: 0 }), {
    now: () => 0,
    mint: () => "m",
  });
  await log.append({ type: "relocate" });
  const forked = rebasePath([...log.path.entries, ...path]);
  assert.notDeepEqual(
    forked.map(({ seq }) => seq),
    path.map(({ seq }) => seq + 1),
  );
  assert.deepEqual(numbersOn(forked), numbersOn(path));
});
