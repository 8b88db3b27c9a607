import assert from "node:assert/strict";
import { mcpServers } from "coxswain/mcp";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { allowAll, createRuntime, fixedModels, jsonlStore, scriptedModel } from "coxswain";
import { masking } from "coxswain/policy";
import { interruption } from "../../process/index.ts";
import { editorSources } from "./editor-sources.ts";

const SECRET = "sk-test-0123456789abcdef";

/** A project with a session, and a separate home. */
const openScene = async (t: TestContext, cwdIn = "") => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cox-sources-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const project = join(folder, "project");
  const home = join(folder, "home");
  mkdirSync(join(project, ".git"), { recursive: true });
  writeFileSync(join(project, ".git", "HEAD"), "ref: refs/heads/main\n");
  const cwd = join(project, cwdIn);
  mkdirSync(cwd, { recursive: true });
  const mask = masking({ values: [SECRET] });
  const model = scriptedModel(Array.from({ length: 9 }, () => "Done."));
  const store = jsonlStore({ directory: join(home, "data", "sessions") });
  const runtime = createRuntime({ store, models: fixedModels(model), policy: allowAll(), masking: mask });
  t.after(() => runtime.close());
  const openSession = (at: string) => runtime.create({ model: model.info.reference, cwd: at });
  const session = await openSession(cwd);
  const env = { COX_HOME: home, PATH: process.env["PATH"] };
  const interrupted = interruption(process);
  t.after(() => interrupted[Symbol.dispose]());
  const task = { masking: mask, mcp: undefined, commands: async () => [] };
  return { project, home, cwd, env, task, interrupted, openSession, session, sources: editorSources(session, task, interrupted, { env }) };
};

test("the files of a project are relative to the session's folder, without ignored ones", async (t) => {
  const { cwd, sources } = await openScene(t);
  mkdirSync(join(cwd, "src"));
  for (const [name, content] of [
    ["src/a.ts", ""],
    ["src/b.log", ""],
    ["c.tmp", ""],
    ["notes.txt", ""],
    [".gitignore", "*.log"],
    [".ignore", "*.tmp"],
  ] as const)
    writeFileSync(join(cwd, name), content);
  const found: string[] = [];
  for await (const file of sources.files()) found.push(file);
  assert.deepEqual(found.toSorted(), [".gitignore", ".ignore", "notes.txt", "src/a.ts"]);
});

test("the history has the prompts of all sessions of the project, the latest first, as the log has them: with secrets masked", async (t) => {
  const { project, openSession, session, sources } = await openScene(t, "packages/a");
  await session.prompt(`first with ${SECRET}`).outcome;
  await session.shell("!echo hello");
  const other = await openSession(project);
  await other.prompt([
    { type: "text", text: "second" },
    { type: "text", text: '\n\n<file path="a">…</file>' },
  ]).outcome;
  const texts = (await sources.prompts()).map(({ text }) => text);
  assert.deepEqual(texts.slice(0, 2), ["second", "!echo hello"]);
  assert.match(texts[2] ?? "", /^first with (?!sk-test).+$/);
  assert.equal(texts.length, 3);
});

test("a draft is in the data folder, with secrets masked", async (t) => {
  const { home, sources } = await openScene(t);
  await sources.drafts.save({ text: `use ${SECRET}`, pasted: {} });
  const files = readdirSync(join(home, "data", "drafts"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
  assert.equal(files.length, 1);
  assert.doesNotMatch(readFileSync(join(home, "data", "drafts", files[0] ?? ""), "utf8"), /sk-test/);
});

test("Ctrl+C in the user's editor does not interrupt the session", async (t) => {
  const { session, task, interrupted, env } = await openScene(t);
  const sources = editorSources(session, task, interrupted, { env: { ...env, EDITOR: `kill -INT ${process.pid}; true` } });
  assert.equal(await sources.editExternally("draft"), "draft");
  assert.equal(interrupted.signal.aborted, false);
});

test("an input method is expected by the locale, in the order of POSIX", async (t) => {
  const { session, task, interrupted } = await openScene(t);
  const expected = (env: Record<string, string>) =>
    editorSources(session, task, interrupted, { env: { COX_HOME: "/home", ...env } }).hasInputMethod;
  assert.deepEqual(
    [{ LANG: "ja_JP.UTF-8" }, { LANG: "ja_JP.UTF-8", LC_ALL: "C.UTF-8" }, { LANG: "C", LC_CTYPE: "zh_CN.UTF-8", LC_ALL: "" }, {}].map(
      expected,
    ),
    [true, false, true, false],
  );
});

test("a mention is completed with the resources of MCP servers that are known", async (t) => {
  const { session, task, interrupted, env, home, cwd } = await openScene(t);
  const child = join(import.meta.dirname, "../../../../coxswain/src/mcp/stub-server.child.ts");
  const config = { kind: "command", name: "stub", origin: "user", command: process.execPath, args: [child], env: {} } as const;
  const mcp = mcpServers({ configs: [config], cwd, env, cache: join(home, "mcp") });
  t.after(() => mcp.close());
  const sources = editorSources(session, { ...task, mcp }, interrupted, { env });
  assert.ok(!(await Array.fromAsync(sources.files())).includes("stub:stub://a"));
  await mcp.find("stub")?.start(t.signal);
  assert.ok((await Array.fromAsync(sources.files())).includes("stub:stub://a"));
});
