import assert from "node:assert/strict";
import { test } from "node:test";
import { builtinTools, nodeWorkspace, questionTool } from "coxswain/tools";
import { callSubject } from "./call-subject.ts";

const subject = (tool: string, input: unknown): string => callSubject({ tool, input, state: "done" });

/** A call of each tool, and its subject. */
const CALLS: readonly (readonly [tool: string, input: unknown, subject: string])[] = [
  ["read", { path: "src/a.ts" }, "src/a.ts"],
  ["read", { path: "src/a.ts", offset: 10, limit: 20 }, "src/a.ts:10-29"],
  ["read", { path: "src/a.ts", limit: 5 }, "src/a.ts:1-5"],
  ["read", { path: "src/a.ts", offset: 7 }, "src/a.ts:7-"],
  ["write", { path: "a", content: "x" }, "a"],
  ["edit", { path: "a", oldText: "x", newText: "y" }, "a"],
  ["edit", { path: "a", edits: [{}, {}] }, "a  (2 edits)"],
  ["apply_patch", { input: "*** Begin Patch\n*** Update File: a.ts\n*** Add File: b.ts\n*** End Patch" }, "a.ts, b.ts"],
  ["bash", { command: "npm test" }, "npm test"],
  ["bash", { command: "npm start", background: true }, "npm start  (in the background)"],
  ["job_output", { job: "j1", wait: 5 }, "j1"],
  ["job_kill", { job: "j1" }, "j1"],
  ["grep", { pattern: "a.*b", path: "src", glob: "*.ts" }, "a.*b  in src  files *.ts"],
  ["grep", { pattern: "a" }, "a"],
  ["glob", { pattern: "**/*.ts", path: "src" }, "**/*.ts  in src"],
  ["ls", {}, "."],
  ["fetch", { url: "https://example.com" }, "https://example.com"],
  ["download", { url: "https://example.com/x", path: "x" }, "https://example.com/x  to x"],
  ["web_search", { query: "node", count: 5 }, "node"],
  ["sourcegraph", { query: "repo:x" }, "repo:x"],
  [
    "todo",
    {
      items: [
        { content: "a", status: "completed" },
        { content: "b", status: "in_progress" },
      ],
    },
    "1 of 2 done  b",
  ],
  ["question", { questions: [{ question: "Which?" }, { question: "Why?" }] }, "Which?  (and 1 more)"],
  ["skill", { name: "pdf" }, "pdf"],
  ["task", { agent: "explore", description: "Find it", prompt: "…", background: true }, "explore:  Find it  (in the background)"],
  ["task_output", { task: "t1", wait: 5 }, "t1"],
  ["task_stop", { task: "t1" }, "t1"],
];

test("a call of each built-in tool has a descriptive subject", () => {
  for (const [tool, input, expected] of CALLS) assert.equal(subject(tool, input), expected, tool);
  const workspace = nodeWorkspace({ root: import.meta.dirname });
  const url = "https://example.com";
  const configured = builtinTools({ search: { provider: "searxng", url }, sourcegraph: { url } });
  const tools = [...configured.map((create) => create(workspace)), questionTool(async () => [])];
  for (const { name } of tools)
    assert.ok(
      CALLS.some(([tool]) => tool === name),
      `${name} has no example`,
    );
});

test("a call of another tool shows its most descriptive argument, else all arguments", () => {
  assert.equal(subject("deploy", { region: "eu", name: "shop" }), "shop");
  assert.equal(subject("deploy", { region: "eu" }), '{"region":"eu"}');
  assert.equal(subject("constructor", {}), "");
  assert.equal(subject("read", null), "");
  assert.equal(subject("read", ["a"]), "");
});

test("the subject is shown while the arguments stream, once it is complete", () => {
  const writing = (input: string): string => callSubject({ tool: "write", input, state: "writing" });
  assert.equal(writing(""), "");
  assert.equal(writing('{"path":"src/a'), "");
  assert.equal(writing('{"path":"src/\\u0061.ts","content":"line\\nan'), "src/a.ts");
});
