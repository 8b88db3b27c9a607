import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { z } from "zod";
import { type Header, memoryStore, type Store } from "../log/index.ts";
import { defineTool, textResult } from "../loop/index.ts";
import { fixedModels, type Script, scriptedModel } from "../model/index.ts";
import { allowAll } from "../policy/index.ts";
import { continueRecent } from "./continue-recent.ts";
import { createRuntime } from "./create-runtime.ts";
import { NoRecentSessionError } from "./errors.ts";
import { lostSessions } from "./lost-sessions.ts";
import type { Runtime } from "./runtime.ts";

const place = (t: TestContext): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "relocate-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Creates a project folder with a remote of this name. */
const project = (folder: string, name: string): string => {
  mkdirSync(join(folder, ".git"), { recursive: true });
  writeFileSync(join(folder, ".git", "config"), `[remote "origin"]\n\turl = https://example.com/${name}.git\n`);
  return folder;
};

const whereTool = defineTool({
  name: "where",
  description: "Returns its working directory.",
  inputSchema: z.object({}),
  effect: "read",
  execute: async (_input, { cwd }) => textResult(cwd),
});

const open = (t: TestContext, store: Store, script: Script = []): Runtime => {
  const model = scriptedModel(script);
  const runtime = createRuntime({ store, models: fixedModels(model), policy: allowAll(), tools: [whereTool] });
  t.after(() => runtime.close());
  return runtime;
};

/** Creates a session in a folder, sends one prompt and closes it. */
const begin = async (t: TestContext, store: Store, cwd: string): Promise<string> => {
  const runtime = open(t, store, ["Done."]);
  const session = await runtime.create({ cwd, model: "scripted/scripted" });
  await session.prompt("Begin.").outcome;
  await runtime.close();
  return session.id;
};

const headerOf = async (store: Store, id: string): Promise<Header> => {
  const file = await store.open(id);
  await file.close();
  return file.header;
};

test("a session's header contains the name of its project", async (t) => {
  const store = memoryStore();
  const id = await begin(t, store, project(join(place(t), "boat"), "boat"));
  assert.equal((await headerOf(store, id)).project, "example.com/boat");
  const plain = await begin(t, store, place(t));
  assert.equal("project" in (await headerOf(store, plain)), false);
});

test("a moved project continues its latest session, which works in the new folder from then on", async (t) => {
  const base = place(t);
  const store = memoryStore();
  const id = await begin(t, store, project(join(base, "boat"), "boat"));
  renameSync(join(base, "boat"), join(base, "ship"));
  const runtime = open(t, store, [{ calls: [{ name: "where", input: {} }] }, "Here."]);
  const session = await continueRecent(runtime, join(base, "ship"));
  assert.equal(session.id, id);
  assert.equal(session.state.cwd, join(base, "ship"));
  await session.prompt("Where?").outcome;
  const messages = session.entries.flatMap((entry) => (entry.type === "message" ? [JSON.stringify(entry)] : [])).join("\n");
  assert.ok(messages.includes(JSON.stringify([{ type: "text", text: join(base, "ship") }])), messages);
  await runtime.close();
  const again = open(t, store);
  assert.equal((await continueRecent(again, join(base, "ship"))).id, id);
});

test("a clone does not take over sessions while the other clone exists", async (t) => {
  const base = place(t);
  const store = memoryStore();
  const first = await begin(t, store, project(join(base, "one"), "boat"));
  const two = project(join(base, "two"), "boat");
  const runtime = open(t, store);
  await assert.rejects(continueRecent(runtime, two), NoRecentSessionError);
  const own = await begin(t, store, two);
  rmSync(join(base, "one"), { recursive: true });
  assert.equal((await continueRecent(runtime, two)).id, own);
  const lost: string[] = [];
  for await (const { id } of lostSessions(runtime, two)) lost.push(id);
  assert.deepEqual(lost, [first]);
});

test("another folder of the repository, another repository and a folder without one take over no session", async (t) => {
  const base = place(t);
  const store = memoryStore();
  await begin(t, store, project(join(base, "boat"), "boat"));
  mkdirSync(join(base, "plain"));
  await begin(t, store, join(base, "plain"));
  rmSync(join(base, "plain"), { recursive: true });
  renameSync(join(base, "boat"), join(base, "ship"));
  mkdirSync(join(base, "ship", "hull"));
  mkdirSync(join(base, "none"));
  project(join(base, "car"), "car");
  const runtime = open(t, store);
  for (const name of ["ship/hull", "none", "car"]) await assert.rejects(continueRecent(runtime, join(base, name)), NoRecentSessionError);
});

test("an open session is not moved, and the error names where it is open", async (t) => {
  const store = memoryStore();
  const runtime = open(t, store, ["Done."]);
  const session = await runtime.create({ cwd: place(t), model: "scripted/scripted" });
  await session.prompt("Begin.").outcome;
  const folder = place(t);
  await assert.rejects(runtime.relocate(session.id, folder), {
    name: "SessionInUseError",
    message: `Session "${session.id}" is open in this runtime; close it first.`,
  });
  await assert.rejects(open(t, store).relocate(session.id, folder), { name: "SessionInUseError", message: /is open elsewhere/ });
  await session.close();
  await runtime.relocate(session.id, folder);
  assert.equal((await runtime.open(session.id)).state.cwd, folder);
});

test("a fork works in its origin's current folder, whichever entries it copies", async (t) => {
  const store = memoryStore();
  const [one, two] = [place(t), place(t)];
  const id = await begin(t, store, one);
  const runtime = open(t, store);
  await runtime.relocate(id, two);
  const session = await runtime.open(id);
  const [setup] = session.entries;
  for (const entry of [session.state.leaf, setup?.id ?? null]) {
    const fork = await session.fork(entry);
    assert.equal(fork.state.cwd, two);
    assert.ok(!fork.entries.some(({ type }) => type === "relocate"));
  }
});

test("the sessions of its agents move with a session, except for those that worked elsewhere", async (t) => {
  const base = place(t);
  const [boat, ship, apart] = [join(base, "boat"), join(base, "ship"), join(base, "apart")];
  const store = memoryStore();
  const folders = [boat, join(boat, "hull"), apart];
  for (const folder of [...folders, ship, join(ship, "hull")]) mkdirSync(folder);
  const agents: string[] = [];
  const delegate = defineTool({
    name: "delegate",
    description: "Has agents made.",
    inputSchema: z.object({}),
    effect: "read",
    async execute(_input, context) {
      for (const cwd of folders) {
        const agent = await context.spawn({ cwd });
        await agent.prompt("Go.").outcome;
        agents.push(agent.id);
      }
      return textResult("Done.");
    },
  });
  const model = scriptedModel([{ calls: [{ name: "delegate", input: {} }] }, ...folders.map(() => "Gone."), "Done."]);
  const runtime = createRuntime({ store, models: fixedModels(model), policy: allowAll(), tools: [delegate] });
  t.after(() => runtime.close());
  const session = await runtime.create({ cwd: boat, model: "scripted/scripted" });
  await session.prompt("Begin.").outcome;
  await session.close();
  await runtime.relocate(session.id, ship);
  const moved = await Promise.all(agents.map(async (id) => (await runtime.open(id)).state.cwd));
  assert.deepEqual(moved, [ship, join(ship, "hull"), apart]);
});
