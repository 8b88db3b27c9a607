import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryStore } from "../log/index.ts";
import { textResult } from "../loop/index.ts";
import { toolCalls } from "../model/index.ts";
import { type Scene, messagesOf, openScene, sayTool, says, transcript, typesIn } from "../runtime/runtime.fixture.ts";
import { EmptyPromptError, InjectCapError } from "./errors.ts";
import { ClosedError } from "../journal/index.ts";
import { inject, resetInjections } from "./operations.ts";

const PLUGIN = "plugin:deploy";
const told = (content: string, role: "user" | "assistant" = "user") => ({ source: PLUGIN, role, content });

/** Adds as many as a plugin may, none of which the model is asked about. */
const fill = async (session: Parameters<typeof inject>[0]): Promise<void> => {
  for (let count = 0; count < 10; count += 1) await inject(session, told(`note ${count}`, "assistant"));
};

test("S4-27, S4-29: a plugin's message of the user begins a run where there is none, and says who wrote it", async () => {
  await using scene = await openScene({ script: ["Deployed."] });
  const run = await inject(scene.session, told("Deploy it."));
  assert.equal((await run?.outcome)?.kind, "done");
  assert.deepEqual(transcript(scene.session), ["user: Deploy it.", "assistant: Deployed."]);
  assert.deepEqual(messagesOf(scene.session)[0], { role: "user", content: [{ type: "text", text: "Deploy it." }], source: PLUGIN });
});

test("S4-29: while a run goes on, a plugin's message of the user is told when it would end", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScene({ script: [{ text: "One.", hold: hold.promise }, "Two."] });
  const run = scene.session.prompt("go");
  assert.equal(await inject(scene.session, told("And then?")), run);
  hold.resolve();
  await run.outcome;
  assert.deepEqual(transcript(scene.session), ["user: go", "assistant: One.", "user: And then?", "assistant: Two."]);
});

test("S4-29: a plugin's message of the assistant is kept, told with the next prompt, and begins no run", async () => {
  await using scene = await openScene({ script: ["Yes."] });
  assert.equal(await inject(scene.session, told("The build is green.", "assistant")), undefined);
  assert.equal(scene.model.requests.length, 0);
  await scene.session.prompt("Is it?").outcome;
  assert.deepEqual(transcript(scene.session), ["assistant: The build is green.", "user: Is it?", "assistant: Yes."]);
  assert.match(JSON.stringify(scene.model.requests[0]?.messages), /The build is green/);
});

/** A scene whose tool has a plugin say what it saw. */
const talkative = async (scene: Scene) => {
  const tool = sayTool({
    run: async ({ text }) => {
      await inject(opened.session, told(`seen ${text}`, "assistant"));
      return textResult(text);
    },
  });
  const opened = await openScene({ ...scene, tools: [tool] });
  return opened;
};

test("a message of the assistant never comes between a call and its result, also from the tool that runs", async () => {
  await using scene = await talkative({ script: [says("a", "b"), "Done."] });
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

test("what a plugin says in the model's place is no response: the last one's usage stands, and nothing is counted", async () => {
  await using scene = await openScene({ script: [{ text: "One.", usage: { input: 100, output: 5 } }] });
  await scene.session.prompt("go").outcome;
  const { usage, cost } = scene.session.state;
  await inject(scene.session, told("Noted.", "assistant"));
  assert.deepEqual([scene.session.state.usage, scene.session.state.cost], [usage, cost]);
  assert.equal(usage.last.input, 100);
});

test("S4-28: another role, and a message that says nothing, are refused, and nothing is kept", async () => {
  await using scene = await openScene();
  await assert.rejects(inject(scene.session, { ...told("x"), role: "system" as "user" }), TypeError);
  await assert.rejects(inject(scene.session, told("  \n")), EmptyPromptError);
  assert.deepEqual(typesIn(scene.session.entries), ["setup"]);
});

test("S4-17, S4-30: the eleventh message of a plugin is refused, and nothing is kept of it; another plugin's is not", async () => {
  await using scene = await openScene();
  await fill(scene.session);
  const before = scene.session.entries.length;
  await assert.rejects(inject(scene.session, told("one more", "assistant")), InjectCapError);
  await assert.rejects(inject(scene.session, told("one more")), { code: "inject_cap" });
  assert.equal(scene.session.entries.length, before);
  await inject(scene.session, { source: "plugin:other", role: "assistant", content: "mine" });
  assert.deepEqual(scene.session.state.injected, { [PLUGIN]: 10, "plugin:other": 1 });
});

test("S4-30: messages that are added at once are counted at once", async () => {
  await using scene = await openScene();
  const added = await Promise.allSettled(Array.from({ length: 15 }, (_, at) => inject(scene.session, told(`note ${at}`, "assistant"))));
  assert.equal(added.filter(({ status }) => status === "fulfilled").length, 10);
  assert.equal(messagesOf(scene.session).length, 10);
});

test("S4-30, S4-34: a run that a person begins lets plugins add as many again; one that a plugin began does not", async () => {
  await using scene = await openScene({ script: () => "Done." });
  await fill(scene.session);
  await scene.session.prompt("go").outcome;
  assert.deepEqual(scene.session.state.injected, {});
  for (let count = 0; count < 10; count += 1) await (await inject(scene.session, told(`work ${count}`)))?.outcome;
  await assert.rejects(inject(scene.session, told("and again")), InjectCapError);
});

test("a person's prompt that waits behind plugins' words resets the count when its run begins", async () => {
  await using scene = await openScene({ script: [{ text: "One." }, "Two."], maxTurns: 1 });
  const run = scene.session.prompt("go");
  for await (const { type } of run) if (type === "turn_start") await inject(scene.session, told("left over"));
  assert.equal((await run.outcome).kind, "limit");
  assert.deepEqual(scene.session.state.injected, { [PLUGIN]: 1 });
  await scene.session.prompt("next").outcome;
  assert.deepEqual(transcript(scene.session).slice(2, 4), ["user: left over", "user: next"]);
  assert.deepEqual(scene.session.state.injected, {});
});

test("S4-30: the count is a fact: a session that is opened again knows it, and going back gives no room", async () => {
  const store = memoryStore();
  const scene = await openScene({ store });
  await fill(scene.session);
  await scene.runtime.close();
  await using again = await openScene({ store });
  const session = await again.runtime.open(scene.session.id);
  await assert.rejects(inject(session, told("one more")), InjectCapError);
  await session.fork(null, { into: "here" });
  await assert.rejects(inject(session, told("one more")), InjectCapError);
});

test("S4-34: the count can be reset by hand", async () => {
  await using scene = await openScene();
  await fill(scene.session);
  await resetInjections(scene.session);
  await inject(scene.session, told("again", "assistant"));
  assert.deepEqual(scene.session.state.injected, { [PLUGIN]: 1 });
});

test("plugins may be called anything", async () => {
  await using scene = await openScene();
  for (const source of ["constructor", "__proto__", "toString"]) {
    for (let count = 0; count < 10; count += 1) await inject(scene.session, { source, role: "assistant", content: "x" });
    await assert.rejects(inject(scene.session, { source, role: "assistant", content: "x" }), InjectCapError);
  }
});

test("S4-16: nothing is added to a session that was closed", async () => {
  await using scene = await openScene();
  await scene.session.close();
  await assert.rejects(inject(scene.session, told("x")), ClosedError);
  await assert.rejects(inject(scene.session, told("x", "assistant")), ClosedError);
});
