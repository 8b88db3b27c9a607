import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { resourceScene } from "./resource-files.fixture.ts";
import { loadAgents } from "./agent-definitions.ts";

const load = async (t: TestContext, files: Readonly<Record<string, string>>, tools?: readonly string[]) => {
  const { root, reading, warnings, at } = resourceScene(t, files);
  const agents = await loadAgents([{ path: root, origin: "user" }], tools, reading);
  return { agents, agent: agents[0], warnings, at };
};

const file = (fields: string, body = "You review."): string => `---\n${fields}\n---\n${body}\n`;

test("loads an agent's name, description, tools, model, level of thinking and prompt", async (t) => {
  const fields = "name: reviewer\ndescription: Reviews a change.\ntools: Read, Grep\ndisallowedTools: Bash\nmodel: haiku\nthinking: high";
  const { agents, warnings, at } = await load(t, { "review.md": file(fields, "You review.\n\nBe short.") });
  assert.deepEqual(agents, [
    {
      name: "reviewer",
      description: "Reviews a change.",
      tools: ["read", "grep"],
      without: ["bash"],
      model: "haiku",
      thinking: "high",
      prompt: "You review.\n\nBe short.",
      origin: "user",
      path: at("review.md"),
    },
  ]);
  assert.deepEqual(warnings, []);
});

test("unset fields default to those of the parent", async (t) => {
  const { agent, at } = await load(t, { "a.md": file("name: a\ndescription: Does a.\nmodel: inherit\ntools:") });
  assert.deepEqual(agent, { name: "a", description: "Does a.", prompt: "You review.", origin: "user", path: at("a.md") });
  const all = await load(t, { "a.md": file("name: a\ndescription: Does a.\ntools: '*'") });
  assert.equal(all.agent?.tools, undefined);
  const none = await load(t, { "a.md": file("name: a\ndescription: Does a.\ntools: []") });
  assert.deepEqual(none.agent?.tools, [], "an empty list has no tools");
});

test("a file in any sub-folder can supply the agent's name", async (t) => {
  const { agents, warnings } = await load(t, { "in/front-end.md": file("description: Does it.\nname: not a name") });
  assert.deepEqual(
    agents.map(({ name }) => name),
    ["front-end"],
  );
  assert.deepEqual(warnings, []);
});

test("warns of a file without a description or with invalid front matter, and skips it", async (t) => {
  const { agents, warnings } = await load(t, {
    "README.md": "# Agents",
    "b.md": "---\n: [\n\t- 'x\n---\nBody.",
    "no name.md": file("description: Does it."),
    "c.md": file("description: Does it."),
  });
  assert.deepEqual(
    agents.map(({ name }) => name),
    ["c"],
  );
  assert.deepEqual(
    warnings.map((warning) => warning.replace(/\(.*\)/, "(…)")),
    [
      "/README.md is not a valid agent: it has no description.",
      "/b.md is not a valid agent: its front matter cannot be parsed (…).",
      "/no name.md is not a valid agent: neither its name nor its file's name is valid.",
    ],
  );
});

test("warns of restrictions that are not enforced", async (t) => {
  const hooks = "hooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: check";
  const { agents, warnings } = await load(t, {
    "a.md": file(`description: A.\npermissionMode: plan\nmaxTurns: 3\nisolation: worktree\n${hooks}`),
    "b.md": file("description: B.\ncolor: blue\nmemory: user"),
  });
  assert.deepEqual(
    agents.map(({ name }) => name),
    ["a", "b"],
  );
  assert.deepEqual(warnings, [
    "/a.md has unsupported fields, which are ignored: permissionMode, hooks, maxTurns, isolation. The agent has the permissions of its parent.",
  ]);
});

test("warns once of unknown tools, and of ignored rules and levels", async (t) => {
  const { warnings } = await load(t, { "a.md": file("description: A.\ntools: Read, Bash(git *), NotebookEdit, Frob\nthinking: very") }, [
    "read",
    "bash",
  ]);
  assert.deepEqual(warnings, [
    "/a.md names unknown tools: notebookedit, frob.",
    "/a.md has rules after tool names. Only the names are used.",
    "/a.md has an unknown thinking level. Levels: off, minimal, low, medium, high, xhigh.",
  ]);
});
