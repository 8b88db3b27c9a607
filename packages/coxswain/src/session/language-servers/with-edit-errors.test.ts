import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { memoryStore } from "../../log/index.ts";
import { stubServer } from "../../lsp/lsp.fixture.ts";
import { fixedModels, type Reply, type Script, scriptedModel } from "../../model/index.ts";
import { allowAll, type Question } from "../../policy/index.ts";
import { createRuntime, type RuntimeOptions } from "../../runtime/index.ts";
import { FREE, messagesOf } from "../../runtime/runtime.fixture.ts";
import { builtinTools } from "../../tools/index.ts";
import { folderScanners, systemTimers } from "../../workspace/index.ts";
import { temporaryFolder } from "../../workspace/workspace.fixture.ts";
import { delegate } from "../agents/agents.fixture.ts";
import type { Session } from "../session.ts";

const CODE_TOOLS = ["definition", "diagnostics", "references", "rename", "symbols"];

interface LspScene extends Pick<RuntimeOptions, "permissions" | "lsp" | "changes" | "tools"> {
  readonly script: Script;
  readonly files?: Readonly<Record<string, string>>;
}

/** A session in a folder whose YAML files a stub server serves. */
const openLsp = async (
  t: TestContext,
  { script, files = { "a.yaml": "name\nERROR old\n" }, permissions, lsp, changes, tools = [] }: LspScene,
) => {
  const root = temporaryFolder(t, () => runtime.close());
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  const model = scriptedModel(script, { info: { price: FREE } });
  const runtime = createRuntime({
    store: memoryStore(),
    models: fixedModels(model),
    tools: [...builtinTools(), ...tools],
    lsp: lsp ?? { ...stubServer("pull"), trusted: () => true, diagnosticsTimeout: 15_000 },
    ...(permissions === undefined ? { policy: allowAll() } : { permissions }),
    ...(changes === undefined ? {} : { changes }),
  });
  const session = await runtime.create({ cwd: root, model: model.info.reference });
  return { root, runtime, session, model, at: (name: string) => join(root, name) };
};

const read = (path: string): Reply => ({ calls: [{ name: "read", input: { path } }] });
const edit = (path: string, oldText: string, newText: string): Reply => ({ calls: [{ name: "edit", input: { path, oldText, newText } }] });

/** The parts of the last tool result. */
const lastResult = (session: Session): readonly string[] => {
  const message = messagesOf(session).findLast(({ role }) => role === "tool");
  return typeof message?.content === "string"
    ? [message.content]
    : (message?.content ?? []).map((part) => ("text" in part ? part.text : part.type));
};

test("S2-28: the result of an edit has the errors that it caused, and no others", async (t) => {
  const { session } = await openLsp(t, { script: [read("a.yaml"), edit("a.yaml", "name", "name\nERROR new"), "Done."] });
  await session.prompt("Go.").outcome;
  const [, added] = lastResult(session);
  assert.equal(added, "The language server reports an error that this change caused:\na.yaml:2: error E1: new: ERROR new");
});

test("the result of an edit without new errors is that of the tool", async (t) => {
  const { session } = await openLsp(t, { script: [read("a.yaml"), edit("a.yaml", "name", "title"), "Done."] });
  await session.prompt("Go.").outcome;
  assert.equal(lastResult(session).length, 1);
});

test("the result of an edit shows at most ten errors, and counts the others", async (t) => {
  const added = Array.from({ length: 12 }, (_, at) => `ERROR ${at}`).join("\n");
  const { session } = await openLsp(t, { script: [read("a.yaml"), edit("a.yaml", "name", added), "Done."] });
  await session.prompt("Go.").outcome;
  const [, text = ""] = lastResult(session);
  assert.match(text, /^The language server reports 12 errors that this change caused:\n/);
  assert.equal(text.match(/: error E1: /g)?.length, 10);
  assert.match(text, /\n\(2 more; use diagnostics\)$/);
});

test("files elsewhere are not checked", async (t) => {
  const path = join(temporaryFolder(t), "c.yaml");
  const script: Script = [read("a.yaml"), { calls: [{ name: "write", input: { path, content: "ERROR new\n" } }] }, "Done."];
  const { session } = await openLsp(t, { script });
  await session.prompt("Go.").outcome;
  assert.equal(readFileSync(path, "utf8"), "ERROR new\n");
  assert.equal(lastResult(session).length, 1);
});

test("the result of an edit reports that it was not checked in time", async (t) => {
  const after = (ms: number, act: () => void) => systemTimers.after(ms === 3000 ? 100 : ms, act);
  const lsp = { ...stubServer("hang"), trusted: () => true, timers: { ...systemTimers, after } };
  const { session } = await openLsp(t, { lsp, script: [read("a.yaml"), edit("a.yaml", "name", "title"), "Done."] });
  await session.prompt("Go.").outcome;
  assert.deepEqual(lastResult(session).slice(1), ["Not checked for new errors: its server did not answer within 3 s."]);
});

test("a run does not wait for a server that hangs at its start", async (t) => {
  const lsp = { ...stubServer("hang-start"), trusted: () => true };
  const { session } = await openLsp(t, { lsp, script: [read("a.yaml"), "Done."] });
  assert.equal((await session.prompt("Go.").outcome).kind, "done");
  await session.close();
});

test("S2-28: the model has the tools of language servers only where one is available", async (t) => {
  const served = await openLsp(t, { script: ["Done."] });
  await served.session.prompt("Go.").outcome;
  const names = served.model.requests[0]?.tools.map(({ name }) => name) ?? [];
  assert.deepEqual(
    names.filter((name) => CODE_TOOLS.includes(name)),
    CODE_TOOLS,
  );
  const untrusted = await openLsp(t, { script: ["Done."], lsp: stubOf(false) });
  await untrusted.session.prompt("Go.").outcome;
  const others = await openLsp(t, { script: ["Done."], files: { "a.txt": "" } });
  await others.session.prompt("Go.").outcome;
  for (const { model } of [untrusted, others])
    assert.equal(
      model.requests[0]?.tools.some(({ name }) => CODE_TOOLS.includes(name)),
      false,
    );
});

const stubOf = (trusted: boolean) => ({ ...stubServer("pull"), trusted: () => trusted });

test("T18: a server that dies is a warning of the session, whose run continues", async (t) => {
  const { session } = await openLsp(t, { script: [read("a.yaml"), edit("a.yaml", "name", "DIE"), "Done."] });
  const run = session.prompt("Go.");
  const warnings: string[] = [];
  for await (const event of run) if (event.type === "warning") warnings.push(event.message);
  assert.equal((await run.outcome).kind, "done");
  assert.match(
    warnings.join(),
    /^The language server for YAML failed: it ended \(exit code 4\)\. It restarts when it is needed \(1 of 3\)\.$/,
  );
});

test("agents use the servers of their parent, which end with the session", async (t) => {
  const pid = { calls: [{ name: "diagnostics", input: { path: "pid.yaml" } }] };
  const script: readonly Reply[] = [pid, { calls: [{ name: "delegate", input: { text: "Go." } }] }, pid, "Done.", "Done."];
  const { session } = await openLsp(t, { script, files: { "pid.yaml": "ERROR PID\n" }, tools: [delegate()] });
  const pids: (string | undefined)[] = [];
  const run = session.prompt("Go.");
  for await (const event of run) {
    if (event.type !== "tool_end" || event.call.name !== "diagnostics") continue;
    pids.push(/ E1: (\d+)/.exec(JSON.stringify(event.result))?.[1]);
  }
  assert.equal(pids.length, 2);
  assert.equal(pids[0], pids[1]);
  assert.equal(process.kill(Number(pids[0]), 0), true);
  await session.close();
  assert.equal(isRunning(Number(pids[0])), false);
});

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0) && !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
};

test("S2-28: servers are notified of the changes that commands and their undo make in files that are not open", async (t) => {
  const diagnostics: Reply = { calls: [{ name: "diagnostics", input: { path: "a.yaml" } }] };
  const { session, at } = await openLsp(t, {
    files: { "a.yaml": "NEEDS two b.yaml\n", "b.yaml": "one\n" },
    changes: folderScanners({ env: process.env }),
    script: [
      diagnostics,
      { calls: [{ name: "bash", input: { command: "echo two > b.yaml" } }] },
      diagnostics,
      "Done.",
      diagnostics,
      "Done.",
    ],
  });
  const run = session.prompt("Go.");
  const found: string[] = [];
  for await (const event of run)
    if (event.type === "tool_end" && event.call.name === "diagnostics") found.push(JSON.stringify(event.result));
  assert.match(found[0] ?? "", /no two/);
  assert.match(found[1] ?? "", /No problems/);
  const plan = await session.files.planUndo();
  assert.ok(plan !== undefined);
  await session.files.restore(plan);
  assert.equal(readFileSync(at("b.yaml"), "utf8"), "one\n");
  await session.prompt("Again.").outcome;
  assert.match(lastResult(session).join(), /no two/);
});

test("a rename asks with the changes of all files, and can be undone", async (t) => {
  const questions: Question[] = [];
  const files = { "a.yaml": "name: 1\n", "b.yaml": "of name\n" };
  const { session, at } = await openLsp(t, {
    files,
    changes: folderScanners({ env: process.env }),
    permissions: {
      onAsk: async (question) => {
        questions.push(question);
        return { kind: "once" };
      },
    },
    script: [
      read("a.yaml"),
      read("b.yaml"),
      { calls: [{ name: "diagnostics", input: { path: "b.yaml" } }] },
      { calls: [{ name: "rename", input: { path: "a.yaml", line: 1, symbol: "name", newName: "title" } }] },
      "Done.",
    ],
  });
  await session.prompt("Go.").outcome;
  assert.deepEqual(
    questions.map(({ tool, requests }) => [
      tool,
      ...requests.map(({ subject, preview }) => [subject, /\n-(.*)\n\+(.*)\n/.exec(preview ?? "")?.slice(1)]),
    ]),
    [["rename", [at("a.yaml"), ["name: 1", "title: 1"]], [at("b.yaml"), ["of name", "of title"]]]],
  );
  assert.equal(readFileSync(at("b.yaml"), "utf8"), "of title\n");
  const plan = await session.files.planUndo();
  assert.ok(plan !== undefined);
  await session.files.restore(plan);
  assert.deepEqual(
    Object.keys(files).map((name) => readFileSync(at(name), "utf8")),
    Object.values(files),
  );
});
