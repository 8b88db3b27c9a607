import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { preservedInstructions } from "../../context/index.ts";
import { Log, memoryStore, randomEntryId } from "../../log/index.ts";
import type { Tool } from "../../loop/index.ts";
import { fixedModels, type Reply, type Script, scriptedModel, textOf } from "../../model/index.ts";
import { allowAll } from "../../policy/index.ts";
import { createRuntime, type RuntimeOptions } from "../../runtime/index.ts";
import { collect, FREE, messagesOf } from "../../runtime/runtime.fixture.ts";
import { builtinTools } from "../../tools/index.ts";
import { clear } from "../operations.ts";
import { storeCutAt, storedIn } from "../../runtime/crash.fixture.ts";
import type { Session } from "../session.ts";

const project = (t: TestContext, files: Readonly<Record<string, string>>): string => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "coxswain-nested-")));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
};

const FILES = {
  ".git/HEAD": "",
  "AGENTS.md": "root rules",
  "a/AGENTS.md": "rules of a",
  "a/one.ts": "1",
  "a/b/CLAUDE.md": "rules of b",
  "a/b/two.ts": "2",
  "c/three.ts": "3",
};

const runtimeFor = (
  t: TestContext,
  script: Script,
  {
    store = memoryStore(),
    instructionFiles = {},
    tools = builtinTools(),
  }: Partial<Pick<RuntimeOptions, "store" | "instructionFiles" | "tools">> = {},
) => {
  const model = scriptedModel(script, { info: { price: FREE } });
  const runtime = createRuntime({ store, models: fixedModels(model), tools, policy: allowAll(), instructionFiles });
  t.after(() => runtime.close());
  return { runtime, model, store };
};

const reads = (...paths: readonly string[]): Reply => ({ calls: paths.map((path) => ({ name: "read", input: { path } })) });

/** Rules of nested instruction files at the end of each tool result of a session. */
const addedRules = (session: Pick<Session, "entries">): readonly string[] =>
  messagesOf(session as Session)
    .filter(({ role }) => role === "tool")
    .map((message) =>
      message.content.length < 2 ? "" : Array.from(textOf(message).matchAll(/rules of \w/g), ([rules]) => rules).join(", "),
    );

const run = async (session: Session, text = "go") => session.prompt(text).outcome;

test("S4-49: the first call that touches a sub-folder's file adds its instruction files to the result, once", async (t) => {
  const cwd = project(t, FILES);
  const { runtime, model } = runtimeFor(t, [reads("c/three.ts"), reads("a/b/two.ts"), reads("a/one.ts"), reads("a/b/two.ts"), "done"]);
  const session = await runtime.create({ cwd, model: "scripted/scripted" });
  await run(session);
  assert.deepEqual(addedRules(session), ["", "rules of a, rules of b", "", ""]);
  const result = messagesOf(session).filter(({ role }) => role === "tool")[1];
  const last = result?.content.at(-1);
  assert.match(
    typeof last === "object" && last.type === "text" ? last.text : "",
    /^\[Instructions for the content of these folders.*\]\n\n<instructions file=".*\/a\/AGENTS\.md">\nrules of a\n<\/instructions>/,
  );
  assert.match(model.requests[0]?.system.join("\n") ?? "", /root rules/);
  assert.equal(new Set(model.requests.map(({ system }) => system.join("\n"))).size, 1);
});

test("S4-49: without the option no nested instruction file is read", async (t) => {
  const cwd = project(t, FILES);
  const model = scriptedModel([reads("a/one.ts"), "done"]);
  const runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), tools: builtinTools(), policy: allowAll() });
  t.after(() => runtime.close());
  const session = await runtime.create({ cwd, model: "scripted/scripted" });
  await run(session);
  assert.deepEqual(addedRules(session), [""]);
  assert.doesNotMatch(JSON.stringify(model.requests), /rules of/);
});

test("S4-49: writing a file and listing a folder count as touching", async (t) => {
  const cwd = project(t, FILES);
  const script = [
    { calls: [{ name: "write", input: { path: "a/new.ts", content: "n" } }] },
    { calls: [{ name: "ls", input: { path: "a/b" } }] },
    "done",
  ];
  const { runtime } = runtimeFor(t, script);
  const session = await runtime.create({ cwd, model: "scripted/scripted" });
  await run(session);
  assert.deepEqual(addedRules(session), ["rules of a", "rules of b"]);
});

test("S4-50: parallel calls add a file only once", async (t) => {
  const cwd = project(t, FILES);
  const { runtime } = runtimeFor(t, [reads("a/one.ts", "a/one.ts", "a/b/two.ts", "a/one.ts"), "done"]);
  const session = await runtime.create({ cwd, model: "scripted/scripted", toolExecution: "parallel" });
  await run(session);
  assert.deepEqual(
    addedRules(session)
      .flatMap((rules) => (rules === "" ? [] : rules.split(", ")))
      .toSorted(),
    ["rules of a", "rules of b"],
  );
});

test("S4-50: each session of a folder receives the instructions at its own calls", async (t) => {
  const cwd = project(t, FILES);
  const { runtime } = runtimeFor(t, ({ messages }) => (messages.at(-1)?.role === "tool" ? "done" : reads("a/one.ts")));
  const sessions = await Promise.all([0, 1].map(() => runtime.create({ cwd, model: "scripted/scripted" })));
  await Promise.all(sessions.map((session) => run(session)));
  assert.deepEqual(
    sessions.map((session) => addedRules(session)),
    [["rules of a"], ["rules of a"]],
  );
});

test("instructions are not repeated by another process or a fork, only after a clear or a move of the leaf", async (t) => {
  const cwd = project(t, FILES);
  const touching: Script = ({ messages }) => (messages.at(-1)?.role === "tool" ? "done" : reads("a/one.ts"));
  const { runtime, store } = runtimeFor(t, touching);
  const first = await runtime.create({ cwd, model: "scripted/scripted" });
  await run(first);
  await first.close();
  const other = runtimeFor(t, touching, { store });
  const session = await other.runtime.open(first.id);
  await run(session);
  assert.deepEqual(addedRules(session), ["rules of a", ""]);
  const fork = await session.fork();
  await run(fork);
  assert.deepEqual(addedRules(fork), ["rules of a", "", ""]);
  await clear(session);
  await run(session);
  assert.deepEqual(addedRules(session), ["rules of a", "", "rules of a"]);
  await session.fork(null, { into: "here" });
  await run(session);
  assert.deepEqual(addedRules(session), ["rules of a"]);
});

test("instructions of a result that was never stored are added to the next result", async (t) => {
  const cwd = project(t, FILES);
  const { runtime, store } = runtimeFor(t, [reads("a/one.ts"), "done"]);
  const first = await runtime.create({ cwd, model: "scripted/scripted" });
  await run(first);
  await first.close();
  const upTo = (await storedIn(store, first.id)).findIndex(({ type }) => type === "nested_instructions");
  assert.ok(upTo > 0);
  const killed = await storeCutAt(store, first.id, upTo + 1);
  const other = runtimeFor(t, ["resumed", reads("a/one.ts"), "done"], { store: killed });
  const session = await other.runtime.open(first.id);
  await session.resume()?.outcome;
  await run(session);
  assert.equal(addedRules(session).filter((text) => text === "rules of a").length, 1);
});

test("an instruction file that the call itself reads is not added", async (t) => {
  const cwd = project(t, FILES);
  const { runtime } = runtimeFor(t, [reads("a/AGENTS.md"), "done"]);
  const session = await runtime.create({ cwd, model: "scripted/scripted" });
  await run(session);
  assert.deepEqual(addedRules(session), [""]);
});

test("a failed call adds no instructions", async (t) => {
  const cwd = project(t, FILES);
  const { runtime } = runtimeFor(t, [reads("a/none.ts"), reads("a/one.ts"), "done"]);
  const session = await runtime.create({ cwd, model: "scripted/scripted" });
  await run(session);
  assert.deepEqual(addedRules(session), ["", "rules of a"]);
});

test("a link to a file of the system prompt is not added", async (t) => {
  const cwd = project(t, FILES);
  symlinkSync("../AGENTS.md", join(cwd, "c", "AGENTS.md"));
  const { runtime } = runtimeFor(t, [reads("c/three.ts"), "done"]);
  const session = await runtime.create({ cwd, model: "scripted/scripted" });
  await run(session);
  assert.deepEqual(addedRules(session), [""]);
});

test("instruction files of a dependency are not added", async (t) => {
  const cwd = project(t, { ...FILES, "a/node_modules/dep/AGENTS.md": "rules of Y", "a/node_modules/dep/index.js": "" });
  const { runtime } = runtimeFor(t, [reads("a/node_modules/dep/index.js"), "done"]);
  const session = await runtime.create({ cwd, model: "scripted/scripted" });
  await run(session);
  assert.deepEqual(addedRules(session), ["rules of a"]);
});

test("a link out of the project is not added, and the session warns once", async (t) => {
  const outside = project(t, { "id_rsa.txt": "rules of X" });
  const cwd = project(t, FILES);
  symlinkSync(join(outside, "id_rsa.txt"), join(cwd, "c", "AGENTS.md"));
  const { runtime } = runtimeFor(t, [reads("c/three.ts"), reads("c/three.ts"), "done"]);
  const session = await runtime.create({ cwd, model: "scripted/scripted" });
  const warnings = (await collect(session.prompt("go"))).flatMap((event) => (event.type === "warning" ? [event.message] : []));
  assert.deepEqual(addedRules(session), ["", ""]);
  assert.deepEqual(warnings, [`${join(cwd, "c", "AGENTS.md")} is a link to a file outside the project. It was not read.`]);
});

test("a size limit applies to each file and to all files together", async (t) => {
  const cwd = project(t, { ...FILES, "a/AGENTS.md": `rules of a\n${"x".repeat(300)}`, "c/AGENTS.md": `rules of c\n${"x".repeat(300)}` });
  const { runtime } = runtimeFor(t, [reads("a/one.ts"), reads("c/three.ts"), "done"], {
    instructionFiles: { maxNestedBytes: 100, maxAllNestedBytes: 50 },
  });
  const session = await runtime.create({ cwd, model: "scripted/scripted" });
  await run(session);
  const [first, second] = messagesOf(session)
    .filter(({ role }) => role === "tool")
    .map(textOf);
  assert.match(first ?? "", /rules of a\n\[Truncated here: the file has 311 bytes/);
  assert.match(second ?? "", /c\/AGENTS\.md">\n\[Omitted/);
});

test("a compaction preserves instructions word for word", async (t) => {
  const cwd = project(t, FILES);
  const { runtime, store } = runtimeFor(t, [reads("a/one.ts"), reads("a/b/two.ts"), "done"]);
  const session = await runtime.create({ cwd, model: "scripted/scripted" });
  await run(session);
  const log = await Log.open(await store.open(session.id), { now: Date.now, mint: randomEntryId });
  const carried = preservedInstructions((fold) => log.view(fold));
  assert.equal(carried?.name, "instructions");
  assert.match(carried?.text ?? "", /rules of a[^]*rules of b/);
});

test("a tool that is a class instance keeps its methods", async (t) => {
  const cwd = project(t, FILES);
  const { runtime } = runtimeFor(t, [{ calls: [{ name: "touch", input: { path: "a/one.ts" } }] }, "done"], {
    tools: [() => new TouchTool(cwd) as unknown as Tool],
  });
  const session = await runtime.create({ cwd, model: "scripted/scripted" });
  await run(session);
  assert.deepEqual(addedRules(session), ["rules of a"]);
});

class TouchTool {
  readonly name = "touch";
  readonly description = "Touches a file.";
  readonly effect = "write";
  readonly inputSchema = { type: "object" };
  readonly #cwd: string;

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  get input() {
    return { "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) } };
  }

  permissionRequests({ path }: { readonly path: string }) {
    return [{ tool: "touch", effect: "write", subject: join(this.#cwd, path), inside: true }];
  }

  async execute() {
    return { content: [{ type: "text", text: `touched in ${this.#cwd}` }] };
  }
}
