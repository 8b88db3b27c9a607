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
  const silence = new LongSilence({ timer, status: () => status, now: () => timer.now(), print: (line) => void lines.push(line) });
  silence.watch();
  await timer.advance(10_000);
  assert.deepEqual(lines, ["Your command is running for 10 s. Ctrl+C stops it."]);
  status = { ...status, commands: [] };
  await timer.advance(60_000);
  assert.equal(lines.length, 1);
});
