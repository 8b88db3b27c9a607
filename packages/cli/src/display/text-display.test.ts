import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import type { Event } from "coxswain";
import { Output } from "../output/index.ts";
import { textDisplay } from "./text-display.ts";

test("what a cut command had written stands apart from why it was cut", () => {
  const stderr = new PassThrough();
  const stream = new PassThrough();
  const display = textDisplay({ stdout: new Output(stream as never), stderr: new Output(stderr as never) });
  const result = {
    isError: true,
    reason: "cancelled",
    content: [
      { type: "text", text: "Cancelled while it ran; it may have had effects." },
      { type: "text", text: "[cancelled]" },
    ],
  };
  const call = { type: "tool_call", id: "1", name: "bash", input: { command: "sleep 9" } };
  display.event({ type: "tool_end", call, result, seq: 1, at: 0, sessionId: "s", agent: { id: "s", depth: 0 } } as unknown as Event);
  assert.equal(String(stderr.read()), "! bash cancelled: Cancelled while it ran; it may have had effects. [cancelled]\n");
});
