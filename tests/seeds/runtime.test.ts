// What the seeds say of the whole, shown over the public API. What they say of parts is shown beside the parts.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import {
  addUserTurn,
  allowAll,
  bashTool,
  builtinTools,
  contextUsageOf,
  continueRecent,
  createRuntime,
  type Event,
  fixedModels,
  history,
  memoryStore,
  type Message,
  ModelError,
  type Models,
  NoRecentSessionError,
  scriptedModel,
  type Session,
  type Usage,
} from "coxswain";

const library = join(import.meta.dirname, "..", "..", "packages", "coxswain", "src");

const runtimeOf = (...script: Parameters<typeof scriptedModel>[0] & readonly unknown[]) => {
  const model = scriptedModel(script);
  const runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), tools: builtinTools(), policy: allowAll() });
  return { runtime, model, [Symbol.asyncDispose]: () => runtime.close() };
};

test("S0-79: the most recent session of a folder is found, and there is an error when there is none", async () => {
  await using scene = runtimeOf("one");
  await assert.rejects(continueRecent(scene.runtime, "/"), NoRecentSessionError);
  const session = await scene.runtime.create({ model: "scripted/scripted", cwd: "/" });
  await session.prompt("go").outcome;
  assert.equal(await continueRecent(scene.runtime, "/"), session);
});

test("S0-07, S1-10: tools are given to the runtime once, and bash is one of them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cox-seed-"));
  const model = scriptedModel([{ calls: [{ name: "bash", input: { command: "echo from bash" } }] }, "done"]);
  await using runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), tools: [bashTool], policy: allowAll() });
  const session = await runtime.create({ model: model.info.reference, cwd: folder });
  await session.prompt("go").outcome;
  const result = history(session).find(({ message }) => message.role === "tool");
  assert.match(JSON.stringify(result?.message.content), /from bash/);
  await session.close();
  await rm(folder, { recursive: true });
});

test("S1-04, S1-10, S3-05, S3-06: a session is made of a model, instructions and tools, and has an id of its own", async () => {
  await using scene = runtimeOf("one");
  const setup = { model: "scripted/scripted", cwd: "/", instructions: "Be kind.", tools: ["read"] };
  const [one, other] = [await scene.runtime.create(setup), await scene.runtime.create(setup)];
  assert.notEqual(one.id, other.id);
  assert.match(one.id, /^[0-9a-f-]{36}$/);
  await one.prompt("go").outcome;
  const [request] = scene.model.requests;
  assert.deepEqual(
    request?.tools.map(({ name }) => name),
    ["read"],
  );
  assert.equal(request?.system.filter((section) => section.includes("Be kind.")).length, 1);
});

test("S3-43, S3-45: an agent is made, told, asked and read by these signatures, each with its idea in a doc comment", async () => {
  await using scene = runtimeOf("one");
  // Types hold the signatures: another one does not compile.
  const newAgent: (options: { model: string; instructions: string; tools: readonly string[] }) => Promise<Session> = (options) =>
    scene.runtime.create(options);
  const addTurn: (session: Session, text: string) => Promise<void> = addUserTurn;
  const turns: (session: Session) => readonly { readonly message: Message }[] = history;
  const usedOf: (session: Session, models: Models) => Promise<{ percent: number; used: number; window?: number }> = contextUsageOf;
  const session = await newAgent({ model: "scripted/scripted", instructions: "Be kind.", tools: [] });
  await addTurn(session, "The branch is main.");
  const events: AsyncIterable<Event> = session.prompt("go");
  for await (const event of events) assert.equal(event.sessionId, session.id);
  const status: "idle" | "running" | "closed" = session.status;
  const total: Usage = session.state.usage.total;
  const { percent } = await usedOf(session, fixedModels(scene.model));
  assert.deepEqual([status, turns(session).length, total.input, percent], ["idle", 3, 0, 0]);

  const source = globSync("*/**/*.ts", { cwd: library })
    .map((path) => readFileSync(join(library, path), "utf8"))
    .join("\n");
  for (const name of [
    "  create(options: CreateOptions)",
    "  prompt(input: PromptInput, options: PromptOptions = {})",
    "  get state(): SessionState",
    '  readonly status: "idle"',
    "export const addUserTurn ",
    "export const history ",
    "export const contextUsageOf ",
  ])
    assert.ok(source.includes(` */\n${name}`), `${name} has no doc comment`);
});

test("S3-08: a prompt gives a stream of events to iterate until it ends", async () => {
  await using scene = runtimeOf("one");
  const session = await scene.runtime.create({ model: "scripted/scripted", cwd: "/" });
  const types: string[] = [];
  for await (const { type } of session.prompt("go")) types.push(type);
  assert.deepEqual([types[0], types.at(-1)], ["run_start", "run_end"]);
});

test("S1-07, S1-08, S1-12: messages are of a user, an assistant or a tool, and calls have an id, a name and input", async () => {
  await using scene = runtimeOf({ text: "look", calls: [{ name: "ls", input: { path: "/" } }] }, "done");
  const session = await scene.runtime.create({ model: "scripted/scripted", cwd: "/" });
  await session.prompt("go").outcome;
  const messages = history(session).map(({ message }) => message);
  assert.deepEqual(
    messages.map(({ role }) => role),
    ["user", "assistant", "tool", "assistant"],
  );
  assert.deepEqual(messages[1]?.content[1], { type: "tool_call", id: "call_1", name: "ls", input: { path: "/" } });
});

test("P20, P21: a request that is too long ends the run with that, asked once", async () => {
  await using scene = runtimeOf({ error: new ModelError("overflow", "prompt is too long") }, "never asked");
  const session = await scene.runtime.create({ model: "scripted/scripted", cwd: "/" });
  const outcome = await session.prompt("go").outcome;
  assert.equal(outcome.kind === "failed" && outcome.error.code, "overflow");
  assert.equal(scene.model.requests.length, 1);
});
