import assert from "node:assert/strict";
import { test } from "node:test";
import { openWire, sayCalls, sayTool, transcript, WIRE_NAMES, WIRES } from "./wire-scene.ts";

const forever = new Promise<never>(() => {});

for (const wire of WIRE_NAMES) {
  test(`S0-11, S0-15, S0-22, S1-46 over ${wire}: runs calls, sends their results, and completes the run`, async () => {
    await using scene = await openWire(wire, { script: [{ text: "Two at once.", ...sayCalls("a", "b") }, "done"], tools: [sayTool()] });
    const outcome = await scene.session.prompt("go").outcome;
    assert.equal(outcome.kind, "done", JSON.stringify(outcome));
    assert.deepEqual(transcript(scene.session), [
      "user: go",
      'assistant: Two at once. [say {"text":"a"}] [say {"text":"b"}]',
      "tool: a",
      "tool: b",
      "assistant: done",
    ]);
    assert.equal(scene.server.requests.length, 2);
  });

  test(`S0-18, S0-23 over ${wire}: steering skips calls that have not started, and the provider accepts the history`, async () => {
    const tool = sayTool((text) => text === "a" && scene.session.steer("look here"));
    await using scene = await openWire(wire, { script: [sayCalls("a", "b"), "looking"], tools: [tool] });
    assert.equal((await scene.session.prompt("go").outcome).kind, "done");
    assert.deepEqual(transcript(scene.session).slice(2), [
      "tool: a",
      "tool: !skipped Skipped: the user steered the run.",
      "user: look here",
      "assistant: looking",
    ]);
  });

  test(`S0-24 over ${wire}: delivers a follow-up when the run would end`, async () => {
    const tool = sayTool(() => scene.session.followUp("and then?"));
    await using scene = await openWire(wire, { script: [sayCalls("a"), "one", "two"], tools: [tool] });
    await scene.session.prompt("go").outcome;
    assert.deepEqual(transcript(scene.session).slice(3), ["assistant: one", "user: and then?", "assistant: two"]);
  });

  test(`S1-17, S1-51 over ${wire}: streams text and reasoning`, async () => {
    await using scene = await openWire(wire, { script: [{ reasoning: "let me think", text: "the answer" }] });
    const streamed = { text: "", reasoning: "", tool_input: "" };
    for await (const event of scene.session.prompt("go")) if (event.type === "message_delta") streamed[event.kind] += event.delta;
    assert.deepEqual(streamed, { text: "the answer", reasoning: "let me think", tool_input: "" });
  });

  test(`S1-53 over ${wire}: sends reasoning back within its run, and after it only to a server that demands it`, async () => {
    const script = [{ reasoning: "let me ponder", ...sayCalls("a") }, "done", "more"];
    await using scene = await openWire(wire, { script, tools: [sayTool()] });
    assert.equal((await scene.session.prompt("go").outcome).kind, "done");
    assert.equal((await scene.session.prompt("again").outcome).kind, "done");
    const withIt = scene.server.requests.map(({ text }) => text.includes("let me ponder"));
    const isDemanded = WIRES[wire].model.startsWith("deepseek/");
    assert.deepEqual(withIt, [false, true, isDemanded]);
  });

  test(`S1-53, S1-54 over ${wire}: sends no reasoning back with reasoning: never, not even within its run`, async () => {
    const script = [{ reasoning: "let me ponder", ...sayCalls("a") }, "done"];
    await using scene = await openWire(wire, { script, tools: [sayTool()], setup: { reasoning: "never" } });
    assert.equal((await scene.session.prompt("go").outcome).kind, "done");
    assert.ok(scene.server.requests.every(({ text }) => !text.includes("let me ponder")));
  });

  test(`S4-14, S1-40, S1-65 over ${wire}: an abort ends the request and stores no part of the response`, async () => {
    await using scene = await openWire(wire, { script: [{ text: "a long answer", hold: forever }, "next"] });
    const run = scene.session.prompt("go");
    for await (const event of run) if (event.type === "message_delta") run.abort();
    assert.equal((await run.outcome).kind, "aborted");
    await scene.server.requests[0]?.aborted;
    assert.equal((await scene.session.prompt("again").outcome).kind, "done");
    assert.deepEqual(transcript(scene.session), ["user: go", "user: again", "assistant: next"]);
  });

  test(`S4-12, S4-13, P6 over ${wire}: a reset in the stream stores the partial text and runs no call`, async () => {
    const never = sayTool(() => assert.fail("no tool of a broken response may run"));
    const script = [{ text: "x".repeat(400), ...sayCalls("a"), fault: { kind: "reset" as const, after: 8 } }, "next"];
    await using scene = await openWire(wire, { script, tools: [never], setup: { retry: { tries: 0 } } });
    const outcome = await scene.session.prompt("go").outcome;
    assert.equal(outcome.kind === "failed" && outcome.error.code, "transient", JSON.stringify(outcome));
    const [, broken] = transcript(scene.session);
    assert.match(broken ?? "", /^assistant: x+$/);
    assert.ok((broken ?? "").length < 400);
    assert.equal((await scene.session.prompt("again").outcome).kind, "done");
  });

  test(`S2-34, S4-38 over ${wire}: counts the usage of each response`, async () => {
    const usage = { input: 100, cacheRead: 50, output: 20, reasoning: 5 };
    await using scene = await openWire(wire, { script: [{ text: "x", usage }] });
    await scene.session.prompt("go").outcome;
    const { input, cacheRead, output } = scene.session.state.usage.total;
    assert.deepEqual({ input, cacheRead, output }, { input: 100, cacheRead: 50, output: 20 });
    assert.ok(scene.session.state.cost > 0);
  });

  test(`S1-60 over ${wire}: always sends the maximum of output tokens`, async () => {
    await using scene = await openWire(wire, { script: ["x"] });
    await scene.session.set({ thinking: "off" });
    await scene.session.prompt("go", { maxOutputTokens: 3_000 }).outcome;
    assert.ok(scene.server.requests[0]?.text.includes("3000"));
  });

  for (const to of WIRE_NAMES.filter((name) => name !== wire)) {
    test(`${to} accepts a history of ${wire} with reasoning and calls`, async () => {
      const script = [{ reasoning: "hm", text: "so", ...sayCalls("a", "b") }, "one", { reasoning: "hm", ...sayCalls("c") }, "two"];
      await using scene = await openWire(wire, { script, tools: [sayTool()] });
      await scene.session.prompt("go").outcome;
      await scene.change(to);
      const outcome = await scene.session.prompt("again").outcome;
      assert.equal(outcome.kind, "done", JSON.stringify(outcome));
    });
  }
}
