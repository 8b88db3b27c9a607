// S4: options of an agent.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { type RuntimeOptions, textOf } from "coxswain";
import { hookRegistry } from "coxswain/hooks";
import { nodeWorkspace, readTool } from "coxswain/tools";
import { openFolder, openSession, openStage, say, sayCalls } from "../scene.ts";
import { openOrchestrator } from "./stage.ts";

test("S4-41, S4-58: store, models, policy and tools are optional", () => {
  // A required option would not compile.
  const options: RuntimeOptions = {};
  assert.deepEqual(Object.keys(options), []);
});

test("S4-58: a runtime without tools runs prompts, and its model gets no tools", async () => {
  await using scene = await openSession({ script: ["Done."] });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  assert.deepEqual(scene.model.requests[0]?.tools, []);
});

test("S4-43: sends the system prompt on every turn", async () => {
  await using scene = await openSession({ script: [sayCalls("a"), "Done."], tools: [say()], setup: { systemPrompt: "You are kind." } });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(
    scene.model.requests.map(({ system }) => system[0]?.startsWith("You are kind.")),
    [true, true],
  );
});

test("S4-45: tools receive the session's folder, by default the process's", async () => {
  const seen: string[] = [];
  const tool = say({ run: async (_, { cwd }) => seen.push(cwd) });
  await using folder = await openFolder();
  await using scene = openStage({ script: [sayCalls("a"), "Done.", sayCalls("a"), "Done."], tools: [tool] });
  const model = scene.model.info.reference;
  await (await scene.runtime.create({ model, cwd: folder.path })).prompt("go").outcome;
  await (await scene.runtime.create({ model })).prompt("go").outcome;
  assert.deepEqual(seen, [folder.path, process.cwd()]);
});

/** Creates a folder with instructions in a sub-folder, and sessions that read a file there. */
const withSubfolder = async (options: Pick<RuntimeOptions, "instructionFiles">) => {
  const folder = await openFolder();
  await mkdir(join(folder.path, "sub"));
  await writeFile(join(folder.path, "sub", "AGENTS.md"), "Be brief here.");
  await writeFile(join(folder.path, "sub", "file.txt"), "words");
  const read = { calls: [{ name: "read", input: { path: "sub/file.txt" } }] };
  const scene = openStage({
    script: [read, read, "Done.", read, "Done."],
    tools: [readTool],
    workspace: (cwd) => nodeWorkspace({ root: cwd }),
    ...options,
  });
  const resultsOf = async (): Promise<readonly boolean[]> => {
    const session = await scene.create({ cwd: folder.path });
    await session.prompt("go").outcome;
    const results = scene.model.requests.at(-1)?.messages.filter(({ role }) => role === "tool") ?? [];
    return results.map((message) => textOf(message).includes("Be brief here."));
  };
  return {
    resultsOf,
    async [Symbol.asyncDispose]() {
      await scene.runtime.close();
      await folder[Symbol.asyncDispose]();
    },
  };
};

test("S4-49, S4-50: the first access to a sub-folder adds its instruction file, once for each session", async () => {
  await using scene = await withSubfolder({ instructionFiles: {} });
  assert.deepEqual(await scene.resultsOf(), [true, false]);
  assert.deepEqual(await scene.resultsOf(), [true]);
});

test("S4-49: adds no instruction file without the option", async () => {
  await using scene = await withSubfolder({});
  assert.deepEqual(await scene.resultsOf(), [false, false]);
});

test("S4-51: sends the thinking level with every request, by default off", async () => {
  for (const [setup, level] of [
    [{ thinking: "high" }, "high"],
    [{}, "off"],
  ] as const) {
    await using scene = await openSession({ script: [sayCalls("a"), "Done."], tools: [say()], setup });
    await scene.session.prompt("go").outcome;
    assert.deepEqual(
      scene.model.requests.map(({ thinking }) => thinking),
      [level, level],
    );
  }
});

test("S4-52: hooks run before a message, before and after a tool, and after a response, and are optional", async () => {
  const events: string[] = [];
  const hooks = hookRegistry([
    { event: "before_run", name: "a", run: () => void events.push("before_run") },
    { event: "pre_tool", name: "b", run: () => void events.push("pre_tool") },
    { event: "post_tool", name: "c", run: () => void events.push("post_tool") },
    { event: "post_message", name: "d", run: () => void events.push("post_message") },
  ]);
  await using scene = await openOrchestrator({ script: [sayCalls("a"), "Done."], tools: [say()], hooks });
  await scene.agent.send(scene.id, "go");
  assert.deepEqual(events, ["before_run", "post_message", "pre_tool", "post_tool", "post_message"]);
  await using without = await openOrchestrator({ script: ["Done."] });
  assert.equal((await without.agent.send(without.id, "go"))?.kind, "done");
});

test("S4-52: a before_run hook can deny a message, which is then not stored", async () => {
  const hooks = hookRegistry([{ event: "before_run", name: "office hours", run: () => ({ deny: "it is late" }) }]);
  await using scene = await openOrchestrator({ hooks });
  const outcome = await scene.agent.send(scene.id, "go");
  assert.equal(outcome?.kind === "failed" && outcome.error.code, "hook_denied");
  assert.equal(scene.session.state.messages, 0);
});
