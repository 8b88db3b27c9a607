import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryStore } from "../log/index.ts";
import { textResult } from "../loop/index.ts";
import { toolCalls } from "../model/index.ts";
import { type Scene, messagesOf, openScene, sayTool, callSay, transcript, typesIn } from "../runtime/runtime.fixture.ts";
import { EmptyPromptError, InjectCapError } from "./errors.ts";
import { ClosedError } from "../journal/index.ts";
import { inject, resetInjections } from "./operations.ts";

const PLUGIN = "plugin:deploy";
const injection = (content: string, role: "user" | "assistant" = "user") => ({ source: PLUGIN, role, content });

/** Injects the maximum number of messages, without a request to the model. */
const fill = async (session: Parameters<typeof inject>[0]): Promise<void> => {
  for (let count = 0; count < 10; count += 1) await inject(session, injection(`note ${count}`, "assistant"));
};

test("S4-27, S4-29: a plugin's user message starts a run on an idle session and names its source", async () => {
  await using scene = await openScene({ script: ["Deployed."] });
  const run = await inject(scene.session, injection("Deploy it."));
  assert.equal((await run?.outcome)?.kind, "done");
  assert.deepEqual(transcript(scene.session), ["user: Deploy it.", "assistant: Deployed."]);
  assert.deepEqual(messagesOf(scene.session)[0], { role: "user", content: [{ type: "text", text: "Deploy it." }], source: PLUGIN });
});

test("S4-29: a plugin's user message on a busy session becomes a follow-up", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScene({ script: [{ text: "One.", hold: hold.promise }, "Two."] });
  const run = scene.session.prompt("go");
  assert.equal(await inject(scene.session, injection("And then?")), run);
  hold.resolve();
  await run.outcome;
  assert.deepEqual(transcript(scene.session), ["user: go", "assistant: One.", "user: And then?", "assistant: Two."]);
});

test("S4-29: a plugin's assistant message is sent with the next prompt and starts no run", async () => {
  await using scene = await openScene({ script: ["Yes."] });
  assert.equal(await inject(scene.session, injection("The build is green.", "assistant")), undefined);
  assert.equal(scene.model.requests.length, 0);
  await scene.session.prompt("Is it?").outcome;
  assert.deepEqual(transcript(scene.session), ["assistant: The build is green.", "user: Is it?", "assistant: Yes."]);
  assert.match(JSON.stringify(scene.model.requests[0]?.messages), /The build is green/);
});

/** A scene with a tool that injects an assistant message on each call. */
const injectingScene = async (scene: Scene) => {
  const tool = sayTool({
    run: async ({ text }) => {
      await inject(opened.session, injection(`seen ${text}`, "assistant"));
      return textResult(text);
    },
  });
  const opened = await openScene({ ...scene, tools: [tool] });
  return opened;
};

test("an assistant message injected by a running tool follows the results of the batch", async () => {
  await using scene = await injectingScene({ script: [callSay("a", "b"), "Done."] });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(transcript(scene.session), [
    "user: go",
    'assistant: [say {"text":"a"}] [say {"text":"b"}]',
    "tool: a",
    "tool: b",
    "assistant: seen a",
    "assistant: seen b",
    "assistant: Done.",
  ]);
  const sent = scene.model.requests[1]?.messages ?? [];
  const calling = sent.findIndex((message) => message.role === "assistant" && toolCalls(message).length === 2);
  assert.deepEqual(
    sent.slice(calling + 1, calling + 3).map(({ role }) => role),
    ["tool", "tool"],
  );
});

test("a plugin's assistant message does not change usage or cost", async () => {
  await using scene = await openScene({ script: [{ text: "One.", usage: { input: 100, output: 5 } }] });
  await scene.session.prompt("go").outcome;
  const { usage, cost } = scene.session.state;
  await inject(scene.session, injection("Noted.", "assistant"));
  assert.deepEqual([scene.session.state.usage, scene.session.state.cost], [usage, cost]);
  assert.equal(usage.last.input, 100);
});

test("S4-28: rejects other roles and empty messages, and logs nothing", async () => {
  await using scene = await openScene();
  await assert.rejects(inject(scene.session, { ...injection("x"), role: "system" as "user" }), TypeError);
  await assert.rejects(inject(scene.session, injection("  \n")), EmptyPromptError);
  assert.deepEqual(typesIn(scene.session.entries), ["setup"]);
});

test("S4-17, S4-30: rejects the eleventh message of a plugin, logs nothing, and accepts another plugin's", async () => {
  await using scene = await openScene();
  await fill(scene.session);
  const before = scene.session.entries.length;
  await assert.rejects(inject(scene.session, injection("one more", "assistant")), InjectCapError);
  await assert.rejects(inject(scene.session, injection("one more")), { code: "inject_cap" });
  assert.equal(scene.session.entries.length, before);
  await inject(scene.session, { source: "plugin:other", role: "assistant", content: "mine" });
  assert.deepEqual(scene.session.state.injected, { [PLUGIN]: 10, "plugin:other": 1 });
});

test("S4-30: counts concurrent messages immediately", async () => {
  await using scene = await openScene();
  const added = await Promise.allSettled(
    Array.from({ length: 15 }, (_, at) => inject(scene.session, injection(`note ${at}`, "assistant"))),
  );
  assert.equal(added.filter(({ status }) => status === "fulfilled").length, 10);
  assert.equal(messagesOf(scene.session).length, 10);
});

test("S4-30, S4-34: a user's run resets the count; a plugin's run does not", async () => {
  await using scene = await openScene({ script: () => "Done." });
  await fill(scene.session);
  await scene.session.prompt("go").outcome;
  assert.deepEqual(scene.session.state.injected, {});
  for (let count = 0; count < 10; count += 1) await (await inject(scene.session, injection(`work ${count}`)))?.outcome;
  await assert.rejects(inject(scene.session, injection("and again")), InjectCapError);
});

test("a user's prompt queued behind injections resets the count when its run starts", async () => {
  await using scene = await openScene({ script: [{ text: "One." }, "Two."], maxTurns: 1 });
  const run = scene.session.prompt("go");
  for await (const { type } of run) if (type === "turn_start") await inject(scene.session, injection("left over"));
  assert.equal((await run.outcome).kind, "limit");
  assert.deepEqual(scene.session.state.injected, { [PLUGIN]: 1 });
  await scene.session.prompt("next").outcome;
  assert.deepEqual(transcript(scene.session).slice(2, 4), ["user: left over", "user: next"]);
  assert.deepEqual(scene.session.state.injected, {});
});

test("S4-30: the count survives a reopen and a move of the leaf", async () => {
  const store = memoryStore();
  const scene = await openScene({ store });
  await fill(scene.session);
  await scene.runtime.close();
  await using again = await openScene({ store });
  const session = await again.runtime.open(scene.session.id);
  await assert.rejects(inject(session, injection("one more")), InjectCapError);
  await session.fork(null, { into: "here" });
  await assert.rejects(inject(session, injection("one more")), InjectCapError);
});

test("S4-34: resetInjections resets the count", async () => {
  await using scene = await openScene();
  await fill(scene.session);
  await resetInjections(scene.session);
  await inject(scene.session, injection("again", "assistant"));
  assert.deepEqual(scene.session.state.injected, { [PLUGIN]: 1 });
});

test("accepts any plugin name", async () => {
  await using scene = await openScene();
  for (const source of ["constructor", "__proto__", "toString"]) {
    for (let count = 0; count < 10; count += 1) await inject(scene.session, { source, role: "assistant", content: "x" });
    await assert.rejects(inject(scene.session, { source, role: "assistant", content: "x" }), InjectCapError);
  }
});

test("S4-16: rejects injections into a closed session", async () => {
  await using scene = await openScene();
  await scene.session.close();
  await assert.rejects(inject(scene.session, injection("x")), ClosedError);
  await assert.rejects(inject(scene.session, injection("x", "assistant")), ClosedError);
});
