import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "coxswain";
import type { LoopbackReply, LoopbackRequest } from "coxswain/testing";
import { openWire, transcript, WIRE_NAMES, type WireName } from "./wire-scene.ts";

/** Each provider's error for a request that exceeds the window. */
const TOO_LONG: Readonly<Record<WireName, object>> = {
  anthropic: { type: "error", error: { type: "invalid_request_error", message: "prompt is too long: 210000 tokens > 200000 maximum" } },
  "openai-chat": {
    error: {
      message: "This model's maximum context length is 131072 tokens. However, your messages resulted in 140000 tokens.",
      type: "invalid_request_error",
      code: "context_length_exceeded",
    },
  },
  "openai-responses": {
    error: {
      message: "Your input exceeds the context window of this model.",
      type: "invalid_request_error",
      code: "context_length_exceeded",
    },
  },
  gemini: {
    error: {
      code: 400,
      message: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
      status: "INVALID_ARGUMENT",
    },
  },
};

const tooLong = (wire: WireName): LoopbackReply => ({ fault: { kind: "status", status: 400, body: TOO_LONG[wire] } });
const asksForSummary = ({ text }: LoopbackRequest): boolean => text.includes("You write summaries of an agent's work");

/** Replies to requests for summaries with `summaries`, and to others with `replies`. */
const scripted = (replies: readonly LoopbackReply[], summaries: readonly LoopbackReply[]) => {
  const [others, own] = [[...replies], [...summaries]];
  return (request: LoopbackRequest): LoopbackReply => (asksForSummary(request) ? own : others).shift() ?? "No reply is left.";
};

const LONG = "A long answer. ".repeat(2_000);

for (const wire of WIRE_NAMES) {
  test(`S0-56, P20 over ${wire}: compacts after an overflow error and sends the request again`, async () => {
    await using scene = await openWire(wire, { script: scripted([LONG, "Two.", tooLong(wire), "Three."], ["# Goal\nCounting."]) });
    for (const text of ["First", "Second"]) await scene.session.prompt(text).outcome;
    const run = scene.session.prompt("Third");
    const events: readonly Event[] = await Array.fromAsync(run);
    assert.equal((await run.outcome).kind, "done", JSON.stringify(await run.outcome));
    assert.deepEqual(
      events.flatMap((event) => (event.type.startsWith("compaction_") ? [event.type] : [])),
      ["compaction_start", "compaction_end"],
    );
    const last = scene.server.requests.at(-1)?.text ?? "";
    assert.ok(last.includes("Counting.") && last.includes("Third") && !last.includes("A long answer."));
    assert.equal(transcript(scene.session).at(-1), "assistant: Three.");
    assert.equal(scene.server.requests.length, 5);
  });

  test(`P21 over ${wire}: a second overflow, or two overflows of the summary's request, fail the run without another request`, async () => {
    await using scene = await openWire(wire, { script: scripted([LONG, "Two.", tooLong(wire), tooLong(wire)], ["# Goal\nCounting."]) });
    for (const text of ["First", "Second"]) await scene.session.prompt(text).outcome;
    const again = await scene.session.prompt("Third").outcome;
    assert.ok(again.kind === "failed" && again.error.code === "overflow" && /larger window/.test(again.error.message));
    assert.equal(scene.server.requests.length, 5);

    const replies = [LONG, "Two.", tooLong(wire), "Never."];
    await using other = await openWire(wire, { script: scripted(replies, [tooLong(wire), tooLong(wire)]) });
    for (const text of ["First", "Second"]) await other.session.prompt(text).outcome;
    const failed = await other.session.prompt("Third").outcome;
    assert.ok(failed.kind === "failed" && failed.error.code === "overflow");
    assert.equal(other.server.requests.length, 5);
  });
}
