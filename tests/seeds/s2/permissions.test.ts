// S2: permissions and attachments of a coordinator's prompts.
import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { Policy } from "coxswain";
import { Coordinator } from "coxswain/facades";
import { builtinTools } from "coxswain/tools";
import { openFolder, say, sayCalls, type Stage, transcript } from "../scene.ts";
import { openCoordinator } from "./stage.ts";

test("S2-19: run serves a program with a user, who is asked, and one without, in which the same call is denied", async () => {
  const interactive: Stage = { ask: async ({ tool }) => (asked.push(tool), { kind: "once" }) };
  const asked: string[] = [];
  const outcomes: unknown[] = [];
  for (const stage of [interactive, {}]) {
    const ran: string[] = [];
    const tools = [say({ effect: "write", run: async ({ text }) => ran.push(text) })];
    await using scene = openCoordinator({ script: [sayCalls("a"), "Done."], tools, policy: () => undefined, ...stage });
    const session = await scene.coordinator.create();
    const deltas = session.events({ types: ["message_delta"] });
    const outcome = await scene.coordinator.run(session.id, "go");
    await session.close();
    const text = (await Array.fromAsync(deltas)).map((event) => (event.kind === "text" ? event.delta : "")).join("");
    outcomes.push([outcome?.kind === "limit" ? outcome.limit.name : outcome?.kind, ran, text]);
  }
  assert.deepEqual(outcomes, [
    ["done", ["a"], "Done."],
    ["denied", [], ""],
  ]);
  assert.deepEqual(asked, ["say"]);
});

test("S2-32: a tool that writes, executes or uses the network asks for permission first, and a denial ends the run", async () => {
  await using folder = await openFolder();
  const existing = join(folder.path, "old.txt");
  await writeFile(existing, "old\n");
  const patch = "*** Begin Patch\n*** Update File: old.txt\n@@\n-old\n+new\n*** End Patch";
  for (const call of [
    { name: "bash", input: { command: "touch ran" } },
    { name: "bash", input: { command: "touch ran", background: true } },
    { name: "write", input: { path: "a.txt", content: "a" } },
    { name: "edit", input: { path: "old.txt", oldText: "old", newText: "new" } },
    { name: "apply_patch", input: { input: patch } },
    { name: "fetch", input: { url: "https://knots.example/" } },
    { name: "download", input: { url: "https://knots.example/", path: "a.txt" } },
  ]) {
    const asked: string[] = [];
    await using scene = openCoordinator(
      {
        script: [{ calls: [call] }, "never"],
        tools: builtinTools(),
        policy: () => undefined,
        ask: async ({ tool }) => (asked.push(tool), { kind: "deny" }),
        info: { reference: "scripted/gpt-5" },
      },
      { cwd: folder.path },
    );
    const outcome = await scene.coordinator.run((await scene.coordinator.create()).id, "go");
    assert.deepEqual([asked, outcome?.kind === "limit" && outcome.limit.name], [[call.name], "denied"]);
    assert.deepEqual([await readdir(folder.path), await readFile(existing, "utf8")], [["old.txt"], "old\n"], call.name);
  }
});

test("S2-05: toggleYolo runs calls without a question in the sessions of one coordinator, also in an active run", async () => {
  const asked: string[] = [];
  const call = (text: string) => ({ calls: [{ name: "say", input: { text } }] });
  const ask = async ({ input }: { readonly input: unknown }) => {
    asked.push((input as { text: string }).text);
    return { kind: "once" } as const;
  };
  const tool = say({
    effect: "write",
    run: async ({ text }) => void (text === "a" && assert.equal(scene.coordinator.toggleYolo(), true)),
  });
  await using scene = openCoordinator({
    script: [call("a"), call("b"), "done", call("c"), "done", call("d"), "done"],
    tools: [tool],
    policy: () => undefined,
    ask,
  });
  const others = new Coordinator({ runtime: scene.runtime, models: { large: scene.model.info.reference }, cwd: "/" });
  await scene.coordinator.run((await scene.coordinator.create()).id, "go");
  assert.deepEqual([asked, scene.coordinator.isYolo, others.isYolo], [["a"], true, false]);
  await others.run((await others.create()).id, "go");
  assert.deepEqual(asked, ["a", "c"]);
  assert.equal(scene.coordinator.toggleYolo(), false);
  await scene.coordinator.run((await scene.coordinator.create()).id, "go");
  assert.deepEqual(asked, ["a", "c", "d"]);
});

test("S2-05: with toggleYolo, a policy still denies and asks", async () => {
  const asked: string[] = [];
  const judge: Policy = ({ tool }) => (tool === "write" ? { verdict: "deny", reason: "no" } : { verdict: "ask", reason: "sure?" });
  await using scene = openCoordinator({
    script: [{ calls: ["say", "write"].map((name) => ({ name, input: { text: "a" } })) }, "done"],
    tools: [say({ effect: "write" }), say({ name: "write", effect: "write" })],
    policy: judge,
    ask: async ({ tool }) => (asked.push(tool), { kind: "once" }),
  });
  scene.coordinator.toggleYolo();
  const session = await scene.coordinator.create();
  await scene.coordinator.run(session.id, "go");
  assert.deepEqual(asked, ["say"]);
  assert.match(transcript(session)[3] ?? "", /!denied/);
});

test("S2-18: sends a text file as text, an image as an image, and describes a file of another kind", async () => {
  const attachments = [
    { name: "notes.md", mediaType: "text/markdown", content: Buffer.from("High at noon.") },
    { name: "a.png", mediaType: "image/png", content: Buffer.from(PIXEL, "base64") },
    { name: "data.zip", mediaType: "application/zip", content: Buffer.from("PK\u0003\u0004\0\0", "latin1") },
  ];
  await using scene = openCoordinator({ script: ["one"] });
  const { id } = await scene.coordinator.create();
  assert.equal((await scene.coordinator.run(id, "Read these.", { attachments }))?.kind, "done");
  const [message] = scene.model.requests[0]?.messages ?? [];
  assert.ok(message?.role === "user");
  const texts = message.content.map((part) => (part.type === "text" ? part.text : `image ${part.mediaType} ${part.name}`));
  assert.deepEqual(texts, [
    "Read these.",
    '<attachment name="notes.md" type="text/markdown">\nHigh at noon.\n</attachment>',
    "image image/png a.png",
    '<attachment name="data.zip" type="application/zip">\n(not shown, 6 bytes: it is binary)\n</attachment>',
  ]);
});

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
