import assert from "node:assert/strict";
import { test } from "node:test";
import type { AnyEntry, LabelEntry } from "../journal/index.ts";
import { textResult } from "../loop/index.ts";
import { ModelError, NO_USAGE, type Reply } from "../model/index.ts";
import { compactingScene } from "../runtime/compaction.fixture.ts";
import { callSay, openScene, sayTool } from "../runtime/runtime.fixture.ts";
import type { Hook } from "../hooks/index.ts";
import { clear, uncompact } from "../session/index.ts";
import type { Block } from "./block.ts";
import { SessionView } from "./session-view.ts";
import { facts, follow, line, stored, withoutEvents } from "./view.fixture.ts";

const viewOf = (...entries: readonly object[]): SessionView => {
  const view = new SessionView("s");
  for (const [seq, entry] of entries.entries()) view.add({ seq, id: `e${seq}`, parent: null, at: seq, ...entry } as AnyEntry);
  return view;
};

const answer = (...content: readonly object[]) => ({
  type: "message",
  message: { role: "assistant", model: "acme/large", stop: "stop", usage: NO_USAGE, content },
});

const user = (text: string) => ({ type: "message", message: { role: "user", content: [{ type: "text", text }] } });

const call = (id: string) => ({ type: "tool_call", id, name: "say", input: {} });

const result = (callId: string) => ({
  type: "message",
  message: { role: "tool", callId, name: "say", content: [{ type: "text", text: "ok" }], isError: false },
});

test("a fork shows the blocks of its path", async () => {
  await using scene = await openScene({ script: ["One.", "Two.", "Three."] });
  await scene.session.prompt("First").outcome;
  const leaf = scene.session.entries.at(-1)?.id ?? null;
  await scene.session.prompt("Second").outcome;
  const fork = await scene.session.fork(leaf);
  await fork.prompt("Instead").outcome;
  assert.deepEqual(
    stored(fork)
      .map(line)
      .filter((text) => !text.startsWith("run")),
    ["user: First", "text: One.", "user: Instead", "text: Three."],
  );
});

test("a call that a fork left without a result is interrupted by what follows it", () => {
  const interrupted = "call say {} interrupted: ";
  assert.deepEqual(viewOf(answer(call("c1")), user("Instead")).blocks.map(line), [interrupted, "user: Instead"]);
  assert.deepEqual(viewOf(answer(call("c1")), answer({ type: "text", text: "No." })).blocks.map(line), [interrupted, "text: No."]);
  const begun = { type: "run_start", run: "r1" };
  assert.deepEqual(viewOf(begun, answer(call("c1")), { type: "run_start", run: "r2" }, user("Instead")).blocks.map(line), [
    interrupted,
    "user: Instead",
  ]);
  const resumed = viewOf(begun, answer(call("c1")), { type: "run_resume", run: "r1" }, result("c1"));
  assert.deepEqual(resumed.blocks.map(line), ["call say {} done: ok"]);
});

test("a call waits for its result while its run continues, whatever other entries follow", () => {
  const begun = { type: "run_start", run: "r1" };
  const view = viewOf(begun, answer(call("c1"), call("c2")), result("c1"), user("Look here."), result("c2"));
  assert.deepEqual(view.blocks.map(line), ["call say {} done: ok", "call say {} done: ok", "user: Look here."]);
});

test("a result whose call the path does not have is a call without arguments", () => {
  const [block] = viewOf(result("c1")).blocks;
  assert.ok(block?.kind === "call" && block.message === "" && block.tool === "say" && block.output === "ok" && block.settled);
});

test("a compaction shows its summary, and its undoing and a reset a notice", async () => {
  await using scene = await compactingScene({ replies: ["One.", "Two.", "Three."] });
  const { view, done } = follow(scene.session);
  await scene.say("First", "Second");
  await scene.session.compact();
  await uncompact(scene.session);
  await clear(scene.session);
  await scene.session.close();
  await done;
  const shown = stored(scene.session).slice(-3).map(line);
  assert.deepEqual(shown, [
    "summary of conversation",
    "notice: The last compaction was undone: the model sees the summarized messages again.",
    "notice: Conversation cleared: the model no longer sees the messages above.",
  ]);
  assert.deepEqual(withoutEvents(view.blocks).map(facts), stored(scene.session).map(facts));
});

test("a call whose arguments a hook changed shows both, and a denied one why", async () => {
  const guard: Hook = {
    event: "pre_tool",
    name: "guard",
    run: ({ input }) => ((input as { readonly text: string }).text === "a" ? { input: { text: "b" } } : { deny: "Not this." }),
  };
  await using scene = await openScene({ script: [callSay("a", "c"), "Done."], tools: [sayTool()], hooks: [guard] });
  const { view, done } = follow(scene.session);
  await scene.session.prompt("go").outcome;
  await scene.session.close();
  await done;
  for (const blocks of [view.blocks, stored(scene.session)]) {
    const [changed, denied] = blocks.filter((block) => block.kind === "call");
    assert.deepEqual([changed?.requested, changed?.input, changed?.output], [{ text: "a" }, { text: "b" }, "b"]);
    assert.deepEqual(
      [denied?.requested, denied?.state, denied?.output],
      [undefined, "denied", "Denied: the hook guard denied it: Not this."],
    );
  }
});

test("a message of a hook has its author", async () => {
  const note: Hook = { event: "post_tool", name: "note", run: () => ({ tell: "Mind the style." }) };
  await using scene = await openScene({ script: [callSay("a"), "Done."], tools: [sayTool()], hooks: [note] });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(
    stored(scene.session)
      .map(line)
      .filter((text) => text.startsWith("user (")),
    ["user (hook:note): [Message of the hook note:]\n\nMind the style."],
  );
});

test("a response that broke off for good shows what arrived, and its error", async () => {
  await using scene = await openScene({ script: [{ text: "Half an ans", error: new ModelError("auth", "no key") }] });
  const { view, done } = follow(scene.session);
  await scene.session.prompt("go").outcome;
  await scene.session.close();
  await done;
  for (const blocks of [view.blocks, stored(scene.session)]) {
    assert.deepEqual(withoutEvents(blocks).slice(0, 3).map(line), [
      "user: go",
      "text: Half an ans",
      "notice: The answer broke off: no key",
    ]);
  }
});

test("an aborted response leaves nothing, or what arrived if the session keeps that", async () => {
  const shown = async (onAbort: "keep" | "discard"): Promise<readonly Block[]> => {
    await using scene = await openScene({ script: [{ text: "Half", hold: new Promise(() => {}) }], onAbort });
    const { view, done } = follow(scene.session);
    for await (const event of scene.session.prompt("go")) if (event.type === "message_delta") scene.session.abort();
    await scene.session.close();
    await done;
    return withoutEvents(view.blocks);
  };
  assert.deepEqual((await shown("discard")).map(line), ["user: go", "run aborted: 0 turns, 0 calls"]);
  assert.deepEqual((await shown("keep")).map(line).slice(0, 2), ["user: go", "text: Half"]);
});

test("a call shows its arguments as they were repaired, and otherwise as they were written", async () => {
  const calls = ["{broken", "no JSON at all"].map((input) => ({ name: "say", input }));
  await using scene = await openScene({ script: [{ calls }, "Done."], tools: [sayTool()] });
  const { view, done } = follow(scene.session);
  await scene.session.prompt("go").outcome;
  await scene.session.close();
  await done;
  for (const blocks of [view.blocks, stored(scene.session)]) {
    const [repaired, broken] = blocks.filter((block) => block.kind === "call");
    assert.deepEqual([repaired?.input, repaired?.state], [{ broken: null }, "invalid_input"]);
    assert.deepEqual([broken?.input, broken?.state], ["no JSON at all", "invalid_input"]);
  }
});

test("a part of the provider is the same while it streams and from the log", async () => {
  const part = {
    type: "provider",
    name: "web_search",
    input: { query: "x" },
    output: "A",
    isError: true,
    providerData: { a: {} },
  } as const;
  await using scene = await openScene({ script: [{ raw: [{ type: "provider", part }], text: "Found.", hold: Promise.resolve() }] });
  const { view, done, seen } = follow(scene.session);
  await scene.session.prompt("go").outcome;
  await scene.session.close();
  await done;
  assert.ok(seen.some(({ type }) => type === "provider_part"));
  assert.deepEqual(withoutEvents(view.blocks).map(facts), stored(scene.session).map(facts));
  const block = stored(scene.session)[1];
  assert.ok(block?.kind === "provider" && block.isError && block.output === "A");
});

test("all blocks of an answer have its model, its stop reason, its usage and its cost", async () => {
  const script: readonly Reply[] = [
    { calls: [{ name: "say", input: { text: "a" } }], reasoning: "Hm.", text: "Look.", usage: { output: 3 }, cost: 0.5 },
    "Done.",
  ];
  await using scene = await openScene({ script, tools: [sayTool()] });
  await scene.session.prompt("go").outcome;
  const parts = stored(scene.session).slice(1, 4);
  assert.deepEqual(
    parts.map((block) => ("response" in block ? [block.kind, block.response?.model, block.response?.stop, block.response?.cost] : [])),
    ["reasoning", "text", "call"].map((kind) => [kind, "scripted/scripted", "tool_calls", 0.5]),
  );
});

test("a part of an unknown type, which a later version may write, has no block", () => {
  const view = viewOf(answer({ type: "hologram", text: "?" }, { type: "text", text: "Hm." }));
  assert.deepEqual(view.blocks.map(line), ["text: Hm."]);
});

test("the answer to a permission question is known from the log", () => {
  const question = { tool: "say", callId: "c1", input: {}, requests: [], reasons: ["it writes"], offers: [] };
  const asked = [{ type: "run_start", run: "r" }, answer(call("c1")), { type: "permission_ask", id: "q1", ...question }];
  const [waiting] = viewOf(...asked).blocks;
  assert.ok(waiting?.kind === "call" && waiting.state === "asking" && waiting.question?.id === "q1");
  const [answered] = viewOf(...asked, { type: "permission_reply", question: "q1", allowed: true, answer: "once" }).blocks;
  assert.ok(answered?.kind === "call" && answered.state === "pending" && answered.question === undefined);
  assert.deepEqual(answered.answer, { allowed: true, kind: "once" });
});

test("a label and a repair name the entry that they are about", async () => {
  await using scene = await openScene({ script: ["One."] });
  await scene.session.prompt("go").outcome;
  const target = scene.session.entries.find(({ type }) => type === "message")?.id ?? "";
  await scene.session.append<LabelEntry>({ type: "label", target, label: "here" });
  const label = stored(scene.session).at(-1);
  assert.ok(label?.kind === "notice" && label.text === "Label: here" && label.about === target);
  const [repair] = viewOf({ type: "repair", target: "m1", part: 0, reason: "Too large." }).blocks;
  assert.ok(repair?.kind === "notice" && repair.about === "m1" && repair.text.endsWith("Too large."));
});

test("the images of a result are in its call", async () => {
  const image = { type: "image", mediaType: "image/png", data: "aGk=" } as const;
  const tool = sayTool({ run: async () => ({ ...textResult(""), content: [image] }) });
  await using scene = await openScene({ script: [callSay("a"), "Done."], tools: [tool] });
  await scene.session.prompt("go").outcome;
  const shown = stored(scene.session).find((block) => block.kind === "call");
  assert.deepEqual(shown?.images, [image]);
});

test("the block of a run's end has the description of its checks", async () => {
  await using scene = await openScene({ script: ["One.", "Two."] });
  const { session } = scene;
  for (const text of ["first", "second"]) await session.prompt(text).outcome;
  const runs = session.entries.flatMap((entry) => (entry.type === "run_start" ? [entry.run] : []));
  const view = new SessionView(session.id, { checksOf: (run) => (run === runs[0] ? "tests passed" : undefined) });
  for (const entry of session.entries) view.add(entry);
  assert.deepEqual(
    view.blocks.flatMap((block) => (block.kind === "run" ? [block.checks] : [])),
    ["tests passed", undefined],
  );
});
