import assert from "node:assert/strict";
import { test } from "node:test";
import { sayTool, transcript } from "../runtime/runtime.fixture.ts";
import { compactingScene } from "../runtime/compaction.fixture.ts";

const namesIn = (request: { readonly tools: readonly { readonly name: string }[] } | undefined) => request?.tools.map(({ name }) => name);
const recall = { calls: [{ name: "recall", input: { from: 1, to: 2 } }] };

test("from the first compaction on the model can read what a summary replaced", async () => {
  await using scene = await compactingScene({ replies: ["The number is 42.", "Two.", recall, "It was 42."], tools: [sayTool()] });
  await scene.say("First", "Second");
  await scene.session.compact();
  await scene.say("Which number was it?");
  assert.match(transcript(scene.session).find((line) => line.startsWith("tool:")) ?? "", /The number is 42/);
  assert.deepEqual(scene.requests().map(namesIn), [["say"], ["say"], ["recall", "say"], ["recall", "say"]]);
});

test("a session without tools does not have this one", async () => {
  await using scene = await compactingScene();
  await scene.session.set({ tools: [] });
  await scene.say("First", "Second");
  await scene.session.compact();
  await scene.say("Third");
  assert.deepEqual(namesIn(scene.requests().at(-1)), []);
});

test("a session that names its tools has this one as well", async () => {
  await using scene = await compactingScene({ tools: [sayTool(), sayTool({ name: "other" })] });
  await scene.session.set({ tools: ["say"] });
  await scene.say("First", "Second");
  await scene.session.compact();
  await scene.say("Third");
  assert.deepEqual(namesIn(scene.requests().at(-1)), ["recall", "say"]);
});
