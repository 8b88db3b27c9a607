import assert from "node:assert/strict";
import { test } from "node:test";
import type { ShellBlock, ViewStatus } from "coxswain/view";
import { manualTimer } from "../terminal/manual-timer.fixture.ts";
import { LongSilence } from "./long-silence.ts";

test("a command of the user that prints nothing for long is reported, with what stops it", async () => {
  const timer = manualTimer();
  const command: ShellBlock = { kind: "shell", id: "c", at: 0, settled: false, command: "sleep 60", output: "" };
  let status: Pick<ViewStatus, "activity" | "commands"> = { activity: { kind: "idle" }, commands: [command] };
  const lines: string[] = [];
  const silence = new LongSilence({
    timer,
    status: () => status,
    isShared: () => false,
    now: () => timer.now(),
    print: (line) => void lines.push(line),
  });
  silence.watch();
  await timer.advance(10_000);
  assert.deepEqual(lines, ["Your command is running for 10 s. Ctrl+C stops it."]);
  status = { ...status, commands: [] };
  await timer.advance(60_000);
  assert.equal(lines.length, 1);
});

test("a session that another process has open works there, because its log does not have more", async () => {
  const timer = manualTimer();
  const status = { activity: { kind: "waiting", since: 0 }, commands: [] } as const;
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  new LongSilence({ timer, status: () => status, isShared: () => true, now: () => timer.now(), print }).watch();
  await timer.advance(10_000);
  assert.deepEqual(lines, ["Working in the other process for 10 s. Ctrl+C interrupts."]);
});
