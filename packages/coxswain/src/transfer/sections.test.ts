import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Draft } from "../log/index.ts";
import { exportHtml, exportMarkdown } from "./export.ts";
import { outlineOf } from "./outline.ts";
import { sectionsOf } from "./sections.ts";
import { anyLog, assistant, call, logOf, moveLeaf, result, setup, soundLog, sourceOf, textOfAll, user } from "./sessions.fixture.ts";

const draft = (fields: { readonly type: string; readonly [name: string]: unknown }): Draft => fields;

const sectionsIn = async (log: Parameters<typeof sourceOf>[0]) => Array.fromAsync(sectionsOf(await outlineOf(sourceOf(log))));

const both = async (...drafts: readonly Draft[]): Promise<readonly string[]> => {
  const source = sourceOf(await logOf(drafts));
  return Promise.all([textOfAll(exportMarkdown(source)), textOfAll(exportHtml(source))]);
};

test("the blocks of an answer are one section, with the results of its calls", async () => {
  const log = await logOf([
    user("Go."),
    assistant("I look.", call("c1"), call("c2")),
    result("c1", "one"),
    result("c2", "two"),
    assistant("Ok."),
  ]);
  const sections = await sectionsIn(log);
  assert.deepEqual(
    sections.map(({ blocks }) => blocks.map(({ kind }) => kind)),
    [[], ["user"], ["text", "call", "call"], ["text"]],
  );
});

test("a result on another branch than its call is shown without the call's arguments, and the call without a result", async () => {
  const log = await logOf([user("Go."), assistant(call("c1", { command: "ls" }))]);
  await log.append(result("c1", "found"));
  await moveLeaf(log, "e1");
  await log.append(user("Instead."));
  const calls = (await sectionsIn(log)).flatMap(({ segment, blocks }) =>
    blocks.flatMap((block) => (block.kind === "call" ? [[segment.active, block.message, block.output]] : [])),
  );
  assert.deepEqual(calls, [
    [true, "e1", ""],
    [false, "", "found"],
  ]);
  const html = await textOfAll(exportHtml(sourceOf(log)));
  assert.match(html, /Call of bash[^]*Result of bash <code>found/);
  assert.doesNotMatch(await textOfAll(exportMarkdown(sourceOf(log))), /found/);
});

test("each result without its call is a section, and a call without a result is shown at the end", async () => {
  const log = await logOf([user("Go."), result("c1", "one"), result("c2", "two"), assistant(call("c3"))]);
  const kinds = (await sectionsIn(log)).map(({ blocks }) => blocks.map((block) => (block.kind === "call" ? block.call : block.kind)));
  assert.deepEqual(kinds, [[], ["user"], ["c1"], ["c2"], ["c3"]]);
});

test("L6: a damaged entry between a call and its result is shown between them", async () => {
  const damaged = draft({ type: "label", target: 5, label: "half a label" });
  const [markdown = ""] = await both(assistant(call("c1", { command: "ls" })), damaged, result("c1", "found"));
  assert.match(markdown, /Call[^]*half a label[^]*Result[^]*found/);
});

test("every message is in a section of the segment that its entry is in, whatever the log", async () => {
  await fc.assert(
    fc.asyncProperty(soundLog, async (making) => {
      const log = await making;
      const outline = await outlineOf(sourceOf(log));
      const shown = new Map<string, number>();
      for (const { segment, blocks } of await sectionsIn(log))
        for (const block of blocks) {
          shown.set("message" in block && block.message !== "" ? block.message : block.id, segment.number);
          if (block.kind === "call" && block.result !== undefined) shown.set(block.result, segment.number);
        }
      for await (const { entry, segment } of outline.entries())
        if (entry.type === "message") assert.equal(shown.get(entry.id), segment.number, JSON.stringify(entry));
    }),
  );
});

test("L6: a damaged entry is shown as it is, and does not hide what follows", async () => {
  const [markdown = "", html = ""] = await both(
    setup(),
    user("One."),
    draft({ type: "message", message: { role: "user", content: "not a list" } }),
    draft({ type: "label", target: 5, label: "half a label" }),
    user("Two."),
  );
  for (const text of [markdown, html]) assert.match(text, /One\.[^]*Damaged entry[^]*not a list[^]*half a label[^]*Two\./);
});

test("L6: nothing is shown as undefined, whatever the log", async () => {
  await fc.assert(
    fc.asyncProperty(anyLog, async (making) => {
      const log = await making;
      fc.pre(!JSON.stringify(log.entries).includes("undefined"));
      assert.doesNotMatch(await textOfAll(exportMarkdown(sourceOf(log))), /undefined/);
    }),
  );
});

test("shows tasks, jobs, agents, changed arguments, diffs, to-do lists and the end of a run", async () => {
  const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 };
  const edited = { ...result("c1", "Changed."), message: { ...result("c1").message, details: { diff: "--- a\n+++ a\n-old\n+new" } } };
  const texts = await both(
    setup(),
    draft({ type: "run_start", run: "r" }),
    user("Go."),
    assistant(call("c1", { command: "git push" })),
    draft({ type: "agent_start", agent: "a1", name: "mate", call: "c1" }),
    draft({ type: "agent_usage", agent: "a1", model: "m/m", usage, cost: 0.25, toolCalls: 2 }),
    draft({ type: "agent_end", agent: "a1", outcome: { kind: "done" } }),
    draft({ type: "tool_start", run: "r", message: "e3", call: "c1", input: { command: "git pull" } }),
    edited,
    draft({ type: "todo", items: [{ content: "Look", status: "completed" }] }),
    draft({ type: "task_start", task: "t1", agent: "a2", name: "explore", description: "Find it" }),
    draft({ type: "task_end", task: "t1", ending: "failed", text: "No." }),
    draft({ type: "job_start", job: "j1", command: "npm run dev", cwd: "/" }),
    draft({ type: "job_end", job: "j1", ending: "failed", exitCode: 3, text: "No." }),
    draft({ type: "run_end", run: "r", outcome: { kind: "failed", error: { code: "auth", message: "No key." } } }),
  );
  const shown = [
    "git push",
    "A hook changed the call, which ran with",
    "git pull",
    "mate (session a1) ended: done, 2 calls, $0.25",
    "-old\n+new",
    "[x] Look",
    "Task t1 (explore: Find it) is running",
    "Task t1 (explore: Find it) failed, 0 calls",
    "Job j1 (npm run dev) failed, exit code 3",
    "Failed: No key.",
  ];
  for (const text of texts) {
    let at = 0;
    for (const part of shown) {
      const found = text.indexOf(part, at);
      assert.ok(found >= 0, `${part}\n${text}`);
      at = found;
    }
  }
});

test("a user message by someone else names its author, and a plugin's answer the plugin", async () => {
  const plugin = assistant("Green.");
  const texts = await both(
    draft({ type: "message", message: { role: "user", content: [{ type: "text", text: "Mind it." }], source: "hook:lint" } }),
    draft({ ...plugin, message: { ...plugin.message, source: "plugin:deploy" } }),
  );
  for (const text of texts) assert.match(text, /hook:lint[^]*Mind it\.[^]*plugin:deploy[^]*Green\./);
});

test("reasoning without text is shown as encrypted", async () => {
  const texts = await both(assistant({ type: "reasoning", text: "", providerData: { acme: {} } }, "Yes."));
  for (const text of texts) assert.match(text, /Reasoning, encrypted by the provider\.[^]*Yes\./);
});
