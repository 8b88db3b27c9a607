import assert from "node:assert/strict";
import { test } from "node:test";
import { outputTo } from "./output-to.ts";
import { screenOutput } from "./screen-output.ts";

test("messages go to the transcript while a screen is shown, and to the process's stream otherwise", () => {
  const written: string[] = [];
  const printed: string[] = [];
  const messages = screenOutput(outputTo((text) => void written.push(text), { columns: () => 80, isTerminal: true }));
  messages.output.message("before");
  messages.print = (text) => void printed.push(text);
  messages.output.message("during");
  messages.print = undefined;
  messages.output.message("after");
  assert.deepEqual(written, ["cox: before\n", "cox: after\n"]);
  assert.deepEqual(printed, ["cox: during"]);
  assert.equal(messages.output.isTerminal, true);
});
