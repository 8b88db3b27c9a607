import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import type { Question } from "../policy/index.ts";
import { collect, messagesOf, openScene, sayTool, transcript } from "../runtime/runtime.fixture.ts";
import { SessionView } from "../view/index.ts";
import { CALL_TOOL, callTarget, mcpToolName } from "./call-target.ts";
import { defineTool, textResult, type Tool } from "./tool.ts";

const caller = defineTool({
  name: CALL_TOOL,
  description: "Calls a tool of a server.",
  inputSchema: z.object({ tool: z.string(), arguments: z.unknown() }),
  effect: "read",
  execute: async ({ tool }) => textResult(`no ${tool}`),
});

const call = (tool: unknown, input?: unknown) => ({
  type: "tool_call" as const,
  id: "call_1",
  name: CALL_TOOL,
  input: { tool, ...(input === undefined ? {} : { arguments: input }) },
});

const reply = (tool: string, input?: unknown) => ({ calls: [{ name: CALL_TOOL, input: { tool, arguments: input } }] });

const github = (tool: Parameters<typeof sayTool>[0] = {}): Tool => sayTool({ name: "mcp__github__say", effect: "execute", ...tool });

test("a call of call_tool stands for a call of the tool that it names", () => {
  const target = { type: "tool_call", id: "call_1", name: "mcp__github__say", input: { text: "a" } };
  assert.deepEqual(callTarget(call("github/say", { text: "a" })), target);
  assert.deepEqual(callTarget(call("mcp__github__say", { text: "a" })), target);
  assert.deepEqual(callTarget(call("github/say", '{"text":"a"}')), target);
  assert.deepEqual(callTarget(call("github/say")).input, {});
});

test("a call that names no tool of a server stands for itself", () => {
  for (const other of [call("say"), call(7), call("/say"), { ...call("github/say"), name: "bash" }, { ...call(""), input: "{" }]) {
    assert.equal(callTarget(other), other);
  }
});

test("S2-29: the names of tools are valid for every provider, and differ for different tools", () => {
  const part = fc.string({ unit: fc.constantFrom("a", "b", "_", "-", ".", "/", " ", "é"), minLength: 1, maxLength: 60 });
  const server = fc.string({ unit: fc.constantFrom("a", "b", "_", "-"), minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(server, part, server, part, (one, tool, other, second) => {
      assert.match(mcpToolName(one, tool), /^[a-zA-Z_][\w-]{0,63}$/);
      if (one !== other || tool !== second) assert.notEqual(mcpToolName(one, tool), mcpToolName(other, second));
    }),
  );
  assert.equal(mcpToolName("github", "create_issue"), "mcp__github__create_issue");
  assert.notEqual(mcpToolName("a", "_b"), mcpToolName("a_", "b"));
  assert.notEqual(mcpToolName("a__b", "c"), mcpToolName("a", "b__c"));
  const [, imitation = ""] = mcpToolName("a__b", "c").split("mcp__a__");
  assert.notEqual(mcpToolName("a__b", "c"), mcpToolName("a", imitation));
});

test("hooks, permission questions and events have the tool that runs and its arguments, and the log has the model's call", async () => {
  const asked: Question[] = [];
  const hooked: string[] = [];
  await using scene = await openScene({
    script: [reply("github/say", { text: "a" }), "ok"],
    tools: [caller, github()],
    policy: () => undefined,
    ask: async (question) => {
      asked.push(question);
      return { kind: "once" };
    },
    hooks: [{ event: "pre_tool", name: "watch", tools: ["mcp__github__*"], run: ({ tool }) => void hooked.push(tool) }],
  });
  const events = await collect(scene.session.prompt("go"));
  assert.deepEqual(
    asked.map(({ tool, input }) => [tool, input]),
    [["mcp__github__say", { text: "a" }]],
  );
  assert.deepEqual(hooked, ["mcp__github__say"]);
  const calls = events.flatMap((event) =>
    event.type === "tool_call" || event.type === "tool_start" || event.type === "tool_end" ? [[event.type, event.call.name]] : [],
  );
  assert.deepEqual(calls, [
    ["tool_call", "mcp__github__say"],
    ["tool_start", "mcp__github__say"],
    ["tool_end", "mcp__github__say"],
  ]);
  assert.match(transcript(scene.session)[1] ?? "", /\[call_tool {"tool":"github\/say","arguments":{"text":"a"}}\]/);
  assert.equal(
    scene.session.entries.some((entry) => entry.type === "tool_start" && "input" in entry),
    false,
  );
});

test("the model gets the result of a call under the name of the tool that it called", async () => {
  await using scene = await openScene({ script: [reply("github/say", { text: "a" }), "ok"], tools: [caller, github()] });
  await scene.session.prompt("go").outcome;
  const sent = scene.model.requests[1]?.messages.findLast(({ role }) => role === "tool");
  assert.equal(sent?.role === "tool" && sent.name, CALL_TOOL);
  assert.deepEqual(
    messagesOf(scene.session).flatMap((message) => (message.role === "tool" ? message.name : [])),
    ["mcp__github__say"],
  );
});

test("S0-21: arguments are validated by the schema of the tool that is called", async () => {
  const never = github({ run: () => assert.fail("it must not run") });
  await using scene = await openScene({ script: [reply("github/say", { text: 7 }), "ok"], tools: [caller, never] });
  await scene.session.prompt("go").outcome;
  assert.match(transcript(scene.session)[2] ?? "", /^tool: !invalid_input The arguments of mcp__github__say are not valid:\n- text: /);
});

test("a call of a tool that no server has is left to call_tool itself", async () => {
  await using scene = await openScene({ script: [reply("github/other", {}), "ok"], tools: [caller, github()] });
  await scene.session.prompt("go").outcome;
  assert.equal(transcript(scene.session)[2], "tool: no github/other");
});

test("a stored session shows the tool that ran", async () => {
  await using scene = await openScene({ script: [reply("github/say", { text: "a" }), "ok"], tools: [caller, github()] });
  await scene.session.prompt("go").outcome;
  const view = new SessionView(scene.session.id);
  for (const entry of scene.session.entries) view.add(entry);
  const shown = view.blocks.flatMap((block) => (block.kind === "call" ? [[block.tool, block.input]] : []));
  assert.deepEqual(shown, [["mcp__github__say", { text: "a" }]]);
});
