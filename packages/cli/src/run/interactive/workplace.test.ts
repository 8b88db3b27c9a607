import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loopbackProvider } from "coxswain/testing";
import { questionTool } from "coxswain/tools";
import { outputTo } from "./output-to.ts";
import type { ProcessContext } from "../../process/index.ts";
import { runCommand } from "../../registry.ts";
import { type Approver, nonInteractive } from "../approver.ts";
import { prepareTask } from "../prepare-task.ts";
import type { ServerAction } from "../../screen/index.ts";
import { taskWorkplace } from "./workplace.ts";

interface WorkplaceScene {
  readonly answers?: readonly string[];
  /** Files of the project, by their path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Tools of the screen. Default: none. */
  readonly tools?: Approver["tools"];
}

/** A session with a model at a loopback server, in a trusted project of a new home. */
const openWorkplace = async ({ answers = [], files = {}, tools = [] }: WorkplaceScene = {}) => {
  const server = await loopbackProvider(answers, { models: ["demo", "other"] });
  const home = realpathSync(mkdtempSync(join(tmpdir(), "cox-workplace-")));
  const cwd = join(home, "project");
  for (const [name, text] of Object.entries({ ".git/HEAD": "", ...files })) {
    mkdirSync(join(cwd, name, ".."), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  const output = outputTo(() => {}, { columns: () => 80, isTerminal: false });
  const context: ProcessContext = {
    env: { COX_HOME: join(home, "cox"), PATH: process.env["PATH"] },
    cwd,
    stdin: process.stdin,
    stdout: output,
    stderr: output,
    signals: process,
  };
  const values = { "base-url": `${server.url}/v1`, model: "demo", trust: true, "no-titles": true } as const;
  const task = await prepareTask(values, undefined, { cwd }, context, { approver: { ...nonInteractive, tools }, purpose: "drive" });
  assert.equal(task.kind, "prepared");
  if (task.kind !== "prepared") throw new Error("the session is in use");
  const { session } = task;
  const workplace = taskWorkplace({
    session,
    task,
    runtime: task.runtime,
    context,
    runCommand,
    saveTheme: async () => {},
    columns: () => 80,
    write: () => {},
  });
  return {
    home,
    task,
    session,
    workplace,
    [Symbol.asyncDispose]: async () => {
      await task.runtime.close();
      await task.release();
      await server[Symbol.asyncDispose]();
      rmSync(home, { recursive: true });
    },
  };
};

test("models are those of the server, the current one included", async () => {
  await using scene = await openWorkplace();
  const references = (await scene.workplace.models()).map(({ info }) => info.reference);
  assert.deepEqual(references.toSorted(), ["custom/demo", "custom/other"]);
  assert.equal((await scene.workplace.model("custom/other")).reference, "custom/other");
});

test("sessions have their prompt, messages, last answer and forks", async () => {
  await using scene = await openWorkplace({ answers: ["One.", "Two."], files: { ".envrc": "" } });
  const { session, workplace } = scene;
  await session.prompt("first").outcome;
  await session.prompt("second").outcome;
  const [row] = await workplace.sessions();
  assert.deepEqual([row?.id, row?.opening, row?.messages, row?.isDamaged], [session.id, "first", 4, false]);
  assert.deepEqual(await workplace.sessionEnd(session.id), { state: "done", answer: "Two." });
  const fork = await workplace.forkSession(session.id);
  assert.equal((await workplace.sessions()).find(({ id }) => id === fork)?.parent, session.id);
  assert.ok(workplace.protectedPaths().includes(".envrc"));
  assert.ok(!workplace.protectedPaths().includes(".bashrc"));
});

test("a command of cox returns what it prints, and acts on the session's folder", async () => {
  await using scene = await openWorkplace();
  const text = await scene.workplace.cox(["config", "set", "budget.usd", "2.5"]);
  assert.match(text, /Set budget\.usd in .*settings\.json/);
  assert.match(readFileSync(join(scene.home, "cox", "settings.json"), "utf8"), /2\.5/);
  const setting = (await scene.workplace.settings()).find(({ key }) => key === "budget.usd");
  assert.deepEqual([setting?.value, setting?.isSet], ["2.5", true]);
});

test("a command of cox with wrong words fails with its message", async () => {
  await using scene = await openWorkplace();
  await assert.rejects(scene.workplace.cox(["config", "set", "budget"]), /missing argument: VALUE/);
});

test("a command of cox that reads standard input gets none of the screen's keys", async () => {
  await using scene = await openWorkplace();
  assert.equal(await scene.workplace.cox(["permissions", "explain", "--json"]), "");
});

test("prompt templates and skills of a trusted project are commands", async () => {
  const files = {
    ".coxswain/prompts/review.md": "---\ndescription: Review a file\nargument-hint: FILE\n---\nReview $1",
    ".agents/skills/pdf/SKILL.md": "---\nname: pdf\ndescription: Reads PDF files\n---\nDo it.",
  };
  await using scene = await openWorkplace({ files });
  assert.deepEqual(await scene.workplace.commands(), [
    { name: "review", fullName: "prompt:review", summary: "Review a file", arguments: "FILE" },
    { name: "skill:pdf", summary: "Reads PDF files", arguments: "[TASK]" },
  ]);
});

test("the context has the tools and messages of the next request", async () => {
  await using scene = await openWorkplace({ answers: ["One."] });
  await scene.session.prompt("first").outcome;
  const { items, model } = await scene.workplace.context();
  assert.equal(model, "custom/demo");
  for (const kind of ["tool", "system", "person", "assistant"])
    assert.ok(
      items.some((item) => item.kind === kind),
      kind,
    );
});

test("the sandbox is described in one line", async () => {
  await using scene = await openWorkplace();
  assert.match(await scene.workplace.sandbox(), /^Commands run (?:in a sandbox \(|without a sandbox \(setting auto\))/);
});

test("an allowed rule applies from now on, and one of no tool here has a fault", async () => {
  await using scene = await openWorkplace();
  const { workplace } = scene;
  await workplace.allow("bash(npm test $)", "project");
  assert.deepEqual(await workplace.savedAnswers(), [{ rule: "bash(npm test $)", scope: "answer: this project" }]);
  const verdict = await workplace.cox(["permissions", "explain", "npm test"]);
  assert.match(verdict, /^allow/);
  assert.match(workplace.ruleFault("bash(") ?? "", /^the rule "bash\(" is invalid: /);
  assert.match(workplace.ruleFault("bahs") ?? "", /^no tool bahs; did you mean bash\?/);
  assert.equal(workplace.ruleFault("bash(npm test)"), undefined);
});

test("the next request has the tools of the screen, so that it can be read from the cache", async () => {
  await using scene = await openWorkplace({ answers: ["Done."], tools: [questionTool(async () => [])] });
  await scene.session.prompt("Go.").outcome;
  const { items } = await scene.workplace.context();
  assert.ok(items.some(({ name }) => name === "question"));
});

test("a session without a message has no context yet, and the answer is what to do", async () => {
  await using scene = await openWorkplace();
  await assert.rejects(scene.workplace.context(), { name: "UsageError", message: "no context before the first message. Send one first" });
});

test("the MCP servers of the trusted project are listed, and the user starts and disables them", async () => {
  const child = join(import.meta.dirname, "../../../../coxswain/src/mcp/stub-server.child.ts");
  const dies = [child, JSON.stringify({ die: "start" })];
  const mcpServers = {
    stub: { command: process.execPath, args: [child] },
    dead: { command: process.execPath, args: dies },
    unset: { command: "${NOT_SET}" },
  };
  await using scene = await openWorkplace({ files: { ".mcp.json": JSON.stringify({ mcpServers }) } });
  const { workplace } = scene;
  const states = async () => (await workplace.servers()).map(({ name, state, actions }) => [name, state, ...actions]);
  assert.deepEqual(await states(), [
    ["stub", "configured", "start", "disable"],
    ["dead", "configured", "start", "disable"],
    ["unset", "failed"],
  ]);
  const change = (name: string, action: ServerAction) => workplace.changeServer(name, action, () => {});
  assert.match(await change("stub", "start"), /^stub: started · 1 tool, about \d+ tokens$/);
  assert.match(await change("dead", "start"), /^dead: \S/);
  assert.deepEqual((await states()).slice(0, 2), [
    ["stub", "started", "restart", "disable"],
    ["dead", "failed", "restart", "disable"],
  ]);
  assert.match(await change("stub", "disable"), /^stub: disabled in this session$/);
  assert.deepEqual((await states())[0], ["stub", "disabled", "enable"]);
  assert.deepEqual(scene.task.mcp?.toolNames(), []);
  assert.match(await change("stub", "enable"), /^stub: started ·/);
  assert.deepEqual(scene.task.mcp?.toolNames(), ["mcp__stub__echo"]);
  assert.ok((await workplace.commands()).some(({ name, arguments: words }) => name === "stub:greet" && words === "WHO"));
});

test("an MCP server that requires a login offers it, and a login that fails has its reason", async (t) => {
  const server = createServer((_, response) => response.writeHead(401, { "www-authenticate": "Bearer" }).end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const issues = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
  await using scene = await openWorkplace({ files: { ".mcp.json": JSON.stringify({ mcpServers: { issues } }) } });
  const { workplace } = scene;
  assert.match(await workplace.changeServer("issues", "start", () => {}), /^issues: not logged in\. Run: cox mcp login issues$/);
  assert.deepEqual((await workplace.servers())[0]?.actions, ["login", "restart", "disable"]);
  assert.match(await workplace.changeServer("issues", "login", () => {}), /did not register a client/);
});
