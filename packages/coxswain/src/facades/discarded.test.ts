// When an answer breaks off, each facade that emits parts of answers reports that they are discarded.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ModelError, type Script } from "../model/index.ts";
import { openScene } from "../runtime/runtime.fixture.ts";
import { busOf } from "./bus.ts";
import { DefaultAgent } from "./default-agent.ts";
import { topicsOf } from "./topics.ts";

const CLOCK = { sleep: () => Promise.resolve() };
const BREAKING: Script = [{ text: "Let me", error: new ModelError("transient", "The connection was cut.") }, "Done."];

test("S1-17: callbacks learn that the text so far is discarded, before that of the next attempt, and for a cancelled request", async () => {
  await using scene = await openScene({ script: [...BREAKING, { text: "Well,", hold: new Promise(() => {}) }], clock: CLOCK });
  const agent = new DefaultAgent({ runtime: scene.runtime, model: scene.model.info.reference, workingDir: "/" });
  const shown: string[] = [];
  const texts: string[] = [];
  const callbacks = {
    onTextDelta: (text: string) => shown.push(text),
    onDiscard: () => texts.push(shown.splice(0).join("")),
  };
  assert.equal((await agent.send("go", {}, callbacks)).kind, "done");
  assert.deepEqual([texts, shown], [["Let me"], ["Done."]]);
  const cancelling = new AbortController();
  const onTextDelta = (text: string) => (shown.push(text), cancelling.abort());
  assert.equal((await agent.send("on", { signal: cancelling.signal }, { ...callbacks, onTextDelta })).kind, "aborted");
  assert.deepEqual([texts.at(-1), shown], ["Done.Well,", []]);
});

test("S1-48: the agent topic names the discarded message", async () => {
  await using scene = await openScene({ script: BREAKING, clock: CLOCK });
  const all = Array.fromAsync(topicsOf(scene.runtime).agent());
  await scene.session.prompt("go").outcome;
  await scene.runtime.close();
  const [delta, discarded, next] = await all;
  assert.deepEqual([delta?.type, discarded?.type, next?.type], ["text_delta", "discarded", "text_delta"]);
  assert.equal(discarded?.messageId, delta?.messageId);
  assert.notEqual(next?.messageId, delta?.messageId);
});

test("S4-37: the bus names the discarded message, and reports cost and context only for the appended one", async () => {
  await using scene = await openScene({ script: BREAKING, clock: CLOCK });
  const all = Array.fromAsync(busOf(scene.runtime).subscribe());
  await scene.session.prompt("go").outcome;
  await scene.runtime.close();
  assert.deepEqual(
    (await all).map(({ type }) => type),
    [
      "message_appended",
      "assistant_text_delta",
      "assistant_message_discarded",
      "assistant_text_delta",
      "message_appended",
      "cost_updated",
      "context_usage_updated",
      "turn_completed",
    ],
  );
  const ids = (await all).flatMap((event) => ("messageId" in event ? [event.messageId] : []));
  assert.equal(ids[1], ids[2]);
  assert.equal(ids[3], ids[4]);
});
