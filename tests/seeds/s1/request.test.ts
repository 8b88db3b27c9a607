// S1: the system prompt, reasoning, and the messages of a request.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { DefaultAgent } from "coxswain/facades";
import { type StreamPart } from "coxswain/providers";
import { DEFAULT_SYSTEM_PROMPT } from "coxswain/session";
import { root } from "../conformance.ts";
import { openServed, openSession, openStage, say, sayCalls } from "../scene.ts";

const PARTS = [
  "Tone and Style",
  "Professional Objectivity",
  "Working With Code",
  "Tool Usage",
  "Task Management",
  "Asking Questions",
  "Git Workflows",
  "Error Handling",
];

test("S1-33, S1-34: a system prefix is a separate section before the prompt, and there is none by default", async () => {
  for (const [setup, first] of [
    [{ systemPrefix: "You work for the harbour." }, ["You work for the harbour.", DEFAULT_SYSTEM_PROMPT]],
    [{}, [DEFAULT_SYSTEM_PROMPT]],
  ] as const) {
    await using scene = await openSession({ script: ["one"], setup });
    await scene.session.prompt("go").outcome;
    assert.deepEqual(scene.model.requests[0]?.system.slice(0, first.length), first);
  }
});

test("S1-33, S1-58, S1-60: a provider receives prefix and prompt as separate blocks, always a token limit, and no temperature by default", async () => {
  await using scene = await openServed(["one"], { setup: { systemPrefix: "You work for the harbour." } });
  await scene.session.prompt("go").outcome;
  const body = scene.server.requests[0]?.body ?? {};
  const [prefix, prompt] = body["system"] as readonly { readonly text: string }[];
  assert.deepEqual([prefix?.text, prompt?.text], ["You work for the harbour.", DEFAULT_SYSTEM_PROMPT]);
  assert.ok(Number(body["max_tokens"]) > 0 && !("temperature" in body));
});

test("S1-35, S1-36, S1-37: the default prompt introduces the agent and has eight parts with its rules", () => {
  assert.match(DEFAULT_SYSTEM_PROMPT, /^You are Coxswain, an AI coding agent in the user's terminal\.\n.+\n.+\n\n# /);
  assert.deepEqual(
    Array.from(DEFAULT_SYSTEM_PROMPT.matchAll(/^# (.+)$/gm), ([, name]) => name),
    PARTS,
  );
  for (const rule of [
    /Be brief and plain\. Your text is shown in a terminal/,
    /Do not narrate/,
    /Never modify a file that you have not read/,
    /no abstraction for a single use/,
    /work of three or more steps.+todo/,
    /Never force-push/,
    /never skip hooks/,
  ])
    assert.match(DEFAULT_SYSTEM_PROMPT, rule);
});

const thinking: readonly StreamPart[] = [
  { type: "reasoning_start", id: "r" },
  { type: "reasoning_delta", id: "r", delta: "So fa" },
  { type: "reasoning_end", id: "r", text: "So far so good.", providerData: { anthropic: { signature: "abc" } } },
];

test("S1-06, S1-51, S1-52: stores reasoning as its end part has it, with the provider's data", async () => {
  await using stage = openStage({ script: [{ raw: thinking, text: "one" }] });
  const agent = new DefaultAgent({ runtime: stage.runtime, model: stage.model.info.reference, workingDir: "/" });
  await agent.send("go");
  const [, message] = await agent.history((await agent.sessions.current()).id);
  assert.deepEqual([message?.reasoning, message?.content], ["So far so good.", "one"]);
  assert.deepEqual(message?.reasoningMetadata, { anthropic: { signature: "abc" } });
});

test("S1-51: stores the deltas of reasoning whose end part has no text", async () => {
  const raw: readonly StreamPart[] = [
    { type: "reasoning_start", id: "r" },
    { type: "reasoning_delta", id: "r", delta: "So " },
    { type: "reasoning_delta", id: "r", delta: "far." },
    { type: "reasoning_end", id: "r" },
  ];
  await using stage = openStage({ script: [{ raw, text: "one" }] });
  const agent = new DefaultAgent({ runtime: stage.runtime, model: stage.model.info.reference, workingDir: "/" });
  await agent.send("go");
  const [, message] = await agent.history((await agent.sessions.current()).id);
  assert.equal(message?.reasoning, "So far.");
});

test("S1-53: by default, reasoning goes back only within its run", async () => {
  const call = { calls: [{ name: "say", input: { text: "a" } }] };
  await using scene = await openSession({ script: [{ raw: thinking, ...call }, "one", "two"], tools: [say()] });
  for (const text of ["go", "on"]) await scene.session.prompt(text).outcome;
  assert.deepEqual(
    scene.model.requests.map(({ messages }) => JSON.stringify(messages).includes("So far so good.")),
    [false, true, false],
  );
});

test("S1-53, S1-54: with reasoning: never, requests contain only text, calls and results", async () => {
  const call = { calls: [{ name: "say", input: { text: "a" } }] };
  await using scene = await openSession({
    script: [{ raw: thinking, ...call }, "one", "two"],
    tools: [say()],
    setup: { reasoning: "never" },
  });
  for (const text of ["go", "on"]) await scene.session.prompt(text).outcome;
  assert.equal(scene.model.requests.length, 3);
  for (const { messages } of scene.model.requests) {
    const types = messages.flatMap(({ content }) => content.map(({ type }) => type));
    assert.deepEqual(
      types.filter((type) => !["text", "tool_call"].includes(type)),
      [],
    );
  }
  const [, response, result] = scene.model.requests[2]?.messages ?? [];
  assert.deepEqual([response?.content.map(({ type }) => type), result?.role], [["tool_call"], "tool"]);
});

test("S1-55, S1-56: a request separates user, assistant and tool messages, and its last message is the prompt, once", async () => {
  await using scene = await openSession({ script: [sayCalls("a"), "one", "two"], tools: [say()] });
  for (const text of ["go", "on"]) await scene.session.prompt(text).outcome;
  const messages = scene.model.requests[2]?.messages ?? [];
  assert.deepEqual(
    messages.map(({ role }) => role),
    ["user", "assistant", "tool", "assistant", "user"],
  );
  assert.equal(messages.filter(({ content }) => JSON.stringify(content).includes('"on"')).length, 1);
});

test("S1-64: calls onTextDelta with each piece of text, before the response is complete", async () => {
  const hold = Promise.withResolvers<void>();
  await using stage = openStage({ script: [{ text: "The tide turns at noon.", hold: hold.promise }] });
  const agent = new DefaultAgent({ runtime: stage.runtime, model: stage.model.info.reference, workingDir: "/" });
  const deltas: string[] = [];
  const onTextDelta = (text: string) => {
    deltas.push(text);
    hold.resolve();
  };
  assert.equal((await agent.send("go", {}, { onTextDelta })).kind, "done");
  assert.deepEqual(deltas, ["The tide turns a", "t noon."]);
});

test("S1-02: loop, sessions, prompts and tools are separate folders with tests, and the program imports only the library's public names", () => {
  const library = join(root, "packages", "coxswain", "src");
  for (const folder of ["loop", "session", "context", "tools"])
    assert.ok(globSync(`${folder}/**/*.test.ts`, { cwd: library }).length > 0, folder);
  const imports = /["'](?:\.\.\/)+(?:session|context|tools|runtime|facades)\//;
  const loop = globSync("loop/**/*.ts", { cwd: library }).filter((path) => !path.endsWith(".test.ts"));
  assert.deepEqual(
    loop.filter((path) => imports.test(readFileSync(join(library, path), "utf8"))),
    [],
  );
  const program = globSync("packages/cli/src/**/*.ts", { cwd: root }).filter((path) => !path.endsWith(".test.ts"));
  const reaching = program.filter((path) =>
    /(?:from|import)[ (]+"(?:coxswain\/src|[./]*coxswain)/.test(
      readFileSync(join(root, path), "utf8").replaceAll(
        /(?:from|import)[ (]+"coxswain(?:\/(?:extensions|facades|hooks|lsp|mcp|policy|providers|session|settings|store|tools|transfer|view))?"/g,
        "",
      ),
    ),
  );
  assert.deepEqual(reaching, []);
});
