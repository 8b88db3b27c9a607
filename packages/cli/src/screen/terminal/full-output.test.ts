import assert from "node:assert/strict";
import { test } from "node:test";
import { emulator } from "./emulator.fixture.ts";
import { FullOutput } from "./full-output.ts";
import type { Frame } from "./inline-output.ts";
import { manualTimer } from "./manual-timer.fixture.ts";

const open = (frame: () => Frame) => {
  const output = emulator(20, 4);
  output.write("before\r\n");
  const timer = manualTimer();
  const full = new FullOutput({ output, timer, frame });
  full.start();
  return { output, timer, full };
};

test("a frame is the whole screen, and leaving it restores the normal one", async () => {
  const { output, full } = open(() => ({ rows: ["one", "two"] }));
  assert.deepEqual(await output.screen(), ["one", "two", "", ""]);
  full.stop();
  assert.deepEqual((await output.screen()).slice(0, 2), ["before", ""]);
});

test("only changed rows are written, and all of them after a resize", async () => {
  let first = "one";
  const { output, timer, full } = open(() => ({ rows: [first, "two"] }));
  let before = output.written.length;
  first = "uno";
  full.request();
  await timer.advance(100);
  assert.ok(!output.written.slice(before).includes("two"));
  before = output.written.length;
  full.request();
  await timer.advance(100);
  assert.equal(output.written.length, before);
  output.resize(30, 5);
  full.resized();
  await timer.advance(100);
  assert.deepEqual(await output.screen(), ["uno", "two", "", "", ""]);
});

test("a frame for a key does not wait for the next one", async () => {
  let text = "a";
  const { output, timer, full } = open(() => ({ rows: [text] }));
  text = "b";
  full.request();
  full.request(true);
  await timer.advance(0);
  assert.equal((await output.screen())[0], "b");
});

test("rows as wide as the screen do not wrap", async () => {
  const { output } = open(() => ({ rows: ["x".repeat(20), "y".repeat(25), "z"] }));
  assert.deepEqual(
    (await output.screen()).map((row) => row[0] ?? ""),
    ["x", "y", "z", ""],
  );
});

test("the keyboard protocol is on while the alternate screen is shown, which has separate keyboard modes", () => {
  const { output, full } = open(() => ({ rows: ["one"] }));
  full.stop();
  const [, entered = ""] = output.written.split("\u001b[?1049h");
  const [shown = "", left] = entered.split("\u001b[?1049l");
  assert.ok(shown.startsWith("\u001b[>5u") && shown.endsWith("\u001b[<u"), shown);
  assert.equal(left, "");
});
