import assert from "node:assert/strict";
import { test } from "node:test";
import { toolNames } from "./agent-definitions.ts";

const names = (field: string): readonly string[] => toolNames(field).map(({ name, narrowed }) => (narrowed ? `${name}(…)` : name));

test("parses tool names separated by commas, and lists in both YAML styles", () => {
  const all = ["read", "bash", "my_tool"];
  assert.deepEqual(names("read, bash,my_tool"), all);
  assert.deepEqual(names("[read, 'bash', \"my_tool\"]"), all);
  assert.deepEqual(names("- read\n  - 'bash'\n  - my_tool # ours"), all);
  assert.deepEqual(names(""), []);
  assert.deepEqual(names("[]"), []);
});

test("maps the names of Claude's tools to ours, each once", () => {
  assert.deepEqual(names("Bash, Read, Edit, MultiEdit, Write, Grep, Glob, LS"), ["bash", "read", "edit", "write", "grep", "glob", "ls"]);
  assert.deepEqual(names("Task, TodoWrite, WebFetch, WebSearch, Skill, AskUserQuestion, BashOutput, KillShell, KillBash"), [
    "task",
    "todo",
    "fetch",
    "web_search",
    "skill",
    "question",
    "job_output",
    "job_kill",
  ]);
  assert.deepEqual(names("mcp__github__get_me"), ["mcp__github__get_me"]);
});

test("detects a rule after a name, even with commas in it", () => {
  assert.deepEqual(names("Bash(git log, git diff), Read"), ["bash(…)", "read"]);
  assert.deepEqual(names("Bash(git"), ["bash(…)"]);
});
