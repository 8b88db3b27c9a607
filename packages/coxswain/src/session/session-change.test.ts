import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_SYSTEM_PROMPT } from "../context/index.ts";
import type { Entry, LeafEntry } from "../log/index.ts";
import { textResult } from "../loop/index.ts";
import { openScene, callSay, sayTool, transcript, typesIn } from "../runtime/runtime.fixture.ts";

const shouting = sayTool({ run: async ({ text }) => textResult(text.toUpperCase()) });

test("a session accepts tool objects beside the runtime's tools, until it is closed", async () => {
  await using scene = await openScene({
    script: [callSay("a"), "done", "later"],
    tools: [sayTool({ name: "whisper" }), sayTool({ name: "hum" })],
  });
  const { session, runtime, model } = scene;
  await session.set({ tools: [sayTool(), "hum"] });
  await session.prompt("go").outcome;
  const offered = () => model.requests.at(-1)?.tools.map(({ name }) => name);
  assert.deepEqual(offered(), ["hum", "say"]);
  assert.equal(transcript(session)[2], "tool: a");
  assert.deepEqual(session.state.tools, ["say", "hum"]);
  await session.close();
  const again = await runtime.open(session.id);
  await again.prompt("continue").outcome;
  assert.deepEqual(offered(), ["hum"]);
});

test("a tool object replaces the runtime's tool and an earlier object of the same name", async () => {
  await using scene = await openScene({ script: [callSay("a"), callSay("b"), "done"], tools: [sayTool()] });
  const { session } = scene;
  const swap = sayTool({
    async run({ text }) {
      await session.set({ tools: [shouting] });
      return textResult(`${text}?`);
    },
  });
  await session.set({ tools: [swap] });
  await session.prompt("go").outcome;
  assert.deepEqual(
    transcript(session).filter((line) => line.startsWith("tool")),
    ["tool: a?", "tool: B"],
  );
});

test("a changed system prompt is sent as a message until a reset, then as the system prompt", async () => {
  await using scene = await openScene({ script: ["one", "two", "three"] });
  const { session, model, runtime } = scene;
  await session.prompt("go").outcome;
  await session.set({ systemPrompt: "Answer in rhyme." });
  await session.prompt("and now").outcome;
  assert.deepEqual(
    model.requests.map(({ system }) => system[0]),
    [DEFAULT_SYSTEM_PROMPT, DEFAULT_SYSTEM_PROMPT],
  );
  assert.match(JSON.stringify(model.requests[1]?.messages), /The section \\"base\\" is now:\\n\\nAnswer in rhyme\./);
  assert.ok(typesIn(session.entries).includes("system_change"));
  const fork = await session.fork(null);
  await session.close();
  const again = await runtime.open(session.id);
  await again.append({ type: "reset" });
  await again.prompt("again").outcome;
  assert.equal(model.requests[2]?.system[0], "Answer in rhyme.");
  assert.equal(fork.state.messages, 0);
});

test("makes no entry for a value that the session has already", async () => {
  await using scene = await openScene({ tools: [sayTool()] });
  const { session, model } = scene;
  await session.set({ tools: [] });
  await session.set({ thinking: "high", title: "One", tools: ["say"] });
  const before = session.entries.length;
  await session.set({ model: model.info.reference, thinking: "high", title: "One", tools: ["say"] });
  assert.equal(session.entries.length, before);
  await session.set({ model: model.info.reference, thinking: "low" });
  assert.deepEqual(typesIn(session.entries).slice(before), ["thinking_change"]);
  assert.deepEqual(session.state.tools, ["say"]);
});

interface Fact extends Entry {
  readonly run?: string;
  readonly message?: unknown;
  readonly about?: unknown;
}

test("rejects settings and entries that do not match their type", async () => {
  await using scene = await openScene();
  const { session } = scene;
  const before = session.entries.length;
  const invalid: readonly (() => Promise<unknown>)[] = [
    () => session.set({ title: 5 as never }),
    () => session.set({ systemPrompt: {} as never, thinking: "high" }),
    () => session.append<Fact>({ type: "message", run: "r", message: 5 }),
    () => session.append<Fact>({ type: "message", run: "r", message: { role: "user", content: [{ type: "text", text: 5 }] } }),
    () => session.append({ type: "title_change" }),
    () => session.append({} as never),
    () => session.append<LeafEntry>({ type: "leaf", to: null }),
  ];
  for (const act of invalid) await assert.rejects(act, TypeError);
  assert.equal(session.entries.length, before);
  await session.append<Fact>({ type: "note", about: 5 });
  assert.equal(session.entries.length, before + 1);
});

test("a tool that records an invalid entry gets an error, and the log does not change", async () => {
  const tool = sayTool({
    async run(_, context) {
      await context.record<Entry & { message: unknown }>({ type: "message", message: { role: "user" } });
      return textResult("recorded");
    },
  });
  await using scene = await openScene({ script: [callSay("a"), "done"], tools: [tool] });
  await scene.session.prompt("go").outcome;
  const result = scene.session.entries.flatMap((entry) => ("message" in entry ? [JSON.stringify(entry.message)] : [])).at(-2);
  assert.match(result ?? "", /it lacks required fields of the type \\"message\\"/);
  assert.equal(scene.session.entries.filter(({ type }) => type === "message").length, 4);
});
