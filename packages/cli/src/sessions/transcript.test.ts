import assert from "node:assert/strict";
import { test } from "node:test";
import { createRuntime, fixedModels, memoryStore, readSession, type Reply, scriptedModel } from "coxswain";
import { transcript } from "./transcript.ts";

type Draft = Record<string, unknown>;

const shown = async (drafts: readonly Draft[], { script = [], columns = 80 }: { script?: readonly Reply[]; columns?: number } = {}) => {
  const store = memoryStore();
  const model = scriptedModel(script);
  await using runtime = createRuntime({ store, models: fixedModels(model) });
  const session = await runtime.create({ model: model.info.reference, cwd: "/" });
  for (const draft of drafts) await session.append(draft as never);
  if (script.length > 0) await session.prompt("Go.").outcome;
  await session.close();
  const text = transcript(await readSession(store, session.id), columns);
  // The head has a random id, and times are local.
  return text.slice(text.indexOf("\n\n") + 2).replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "TIME");
};

const answer = (content: readonly Draft[], more: Draft = {}): Draft => ({
  type: "message",
  message: {
    role: "assistant",
    model: "m/m",
    stop: "stop",
    usage: { input: 0, output: 0, reasoning: 0, cacheRead: 0, cacheWrite: 0 },
    content,
    ...more,
  },
});

const call = (id: string, input: unknown, name = "bash"): Draft => ({ type: "tool_call", id, name, input });

const result = (callId: string, ...texts: readonly string[]): Draft => ({
  type: "message",
  message: { role: "tool", callId, name: "bash", isError: false, content: texts.map((text) => ({ type: "text", text })) },
});

test("shows prompts with their time, answers, calls and the beginning of their results", async () => {
  const lines = Array.from({ length: 12 }, (_, at) => `line ${at + 1}`).join("\n");
  const text = await shown([
    { type: "message", message: { role: "user", content: [{ type: "text", text: "Look." }] } },
    answer([
      { type: "reasoning", text: "Hm." },
      { type: "text", text: "I look." },
      call("c1", { command: "ls" }),
      call("c2", { command: "pwd" }),
    ]),
    result("c1", lines),
    result("c2", "/project", "[exit code 1]"),
  ]);
  const first = Array.from({ length: 8 }, (_, at) => `  line ${at + 1}`).join("\n");
  assert.equal(text, `[TIME] Look.\n\nI look.\n\n> bash  ls\n\n${first}\n  … 4 more lines\n\n> bash  pwd\n\n  /project\n  [exit code 1]\n`);
});

test("shows commands of the user, background work, and notices with the time of what they are about", async () => {
  const text = await shown([
    { type: "shell", command: "npm test", output: "1 failed\n", exitCode: 1, include: true },
    { type: "message", id: "m1", message: { role: "user", source: "hook:lint", content: [{ type: "text", text: "Mind it." }] } },
    { type: "label", target: "m1", label: "here" },
    { type: "task_start", task: "t1", agent: "a", name: "explore", description: "Find it" },
    { type: "task_end", task: "t1", ending: "done", text: "Here." },
    { type: "job_start", job: "j1", command: "npm run dev", cwd: "/" },
    { type: "job_end", job: "j1", ending: "failed", exitCode: 3, text: "" },
    { type: "uncompact", target: "m1" },
  ]);
  assert.equal(
    text,
    [
      "$ npm test (exit code 1)\n  1 failed",
      "[TIME] (hook:lint) Mind it.",
      "(Label: here (message of TIME))",
      "(task t1 started in the background: explore, Find it)",
      "(task t1 ended: done)",
      "(job j1 started in the background: npm run dev)",
      "(job j1 ended: failed, exit code 3)",
      "(The last compaction was undone: the model sees the summarized messages again.)\n",
    ].join("\n\n"),
  );
});

test("shows arguments that a hook changed, the agents of a call, an omitted result, and the plugin that wrote an answer instead of the model", async () => {
  const text = await shown([
    { type: "run_start", run: "r" },
    answer([call("c1", { command: "git push" })]),
    { type: "agent_start", agent: "a1", name: "mate", call: "c1" },
    { type: "agent_end", agent: "a1", outcome: { kind: "done" } },
    { type: "tool_start", run: "r", message: "m", call: "c1", input: { command: "git pull" } },
    { type: "run_end", run: "r", outcome: { kind: "aborted" } },
    answer(
      [
        { type: "text", text: "Green." },
        { type: "text", text: "All of it." },
      ],
      { source: "plugin:deploy" },
    ),
    answer([call("c2", { command: "ls" })]),
    { ...result("c2", "a"), id: "r2" },
    { type: "repair", target: "r2", part: 0, reason: "Too large." },
  ]);
  assert.equal(
    text,
    [
      "> bash  git push",
      '(a hook changed the arguments to {"command":"git pull"})',
      "(agent started: mate; session a1)",
      "(agent a1 ended: done)",
      "  (interrupted)",
      "(interrupted)",
      "(added by plugin:deploy)",
      "Green.",
      "All of it.",
      "> bash  ls",
      "  a",
      "(Omitted from here: a part of a message that the provider rejected. Too large. (message of TIME))\n",
    ].join("\n\n"),
  );
});

test("T9: escapes every string, and fits results to the width", async () => {
  const evil = "\u001b[2J\u202eabc";
  const text = await shown(
    [
      { type: "message", message: { role: "user", source: evil, content: [{ type: "text", text: evil }] } },
      answer([{ type: "text", text: evil }, call(evil, { command: evil }, evil)], { source: evil }),
      result(evil, evil.repeat(9)),
      { type: "shell", command: evil, output: evil, exitCode: 0, include: true },
      { type: "task_start", task: evil, agent: evil, name: evil, description: evil },
      { type: "job_start", job: evil, command: evil, cwd: evil },
      { type: "todo", items: [{ content: evil, status: "pending" }] },
      { type: "label", target: evil, label: evil },
      { type: "title_change", title: evil },
      { type: "run_end", run: "r", outcome: { kind: "failed", error: { code: evil, message: evil } } },
    ],
    { columns: 40 },
  );
  // oxlint-disable-next-line no-control-regex -- control characters are what it is about
  assert.doesNotMatch(text, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/u);
  assert.ok(text.split("\n").every((row) => !row.startsWith("  ") || row.length <= 40));
});

test("shows the answers to the model's questions, and why a call was denied", async () => {
  const text = await shown([
    answer([call("q", { questions: [{ question: "Which?" }] }, "question"), call("b", { command: "make" })]),
    {
      type: "message",
      message: {
        role: "tool",
        callId: "q",
        name: "question",
        isError: false,
        content: [{ type: "text", text: "Which?\nThe user answered: a; b" }],
        details: { answers: [{ question: "Which?", answers: ["a", "b"] }] },
      },
    },
    {
      type: "message",
      message: {
        role: "tool",
        callId: "b",
        name: "bash",
        isError: true,
        reason: "denied",
        content: [{ type: "text", text: "Denied: The user did not allow it: use npm" }],
      },
    },
  ]);
  assert.match(text, /> question {2}Which\?[^]*The user answered: a; b[^]*> bash {2}make[^]*Denied: The user did not allow it: use npm/);
});
