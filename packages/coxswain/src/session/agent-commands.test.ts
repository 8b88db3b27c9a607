import assert from "node:assert/strict";
import { mkdirSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type TestContext, test } from "node:test";
import { evidenceLine, evidenceOf, lineReader, workFacts } from "../evidence/index.ts";
import type { AnyEntry } from "../journal/index.ts";
import type { Reply } from "../model/index.ts";
import { reopen } from "../runtime/crash.fixture.ts";
import { git, runs, writes } from "../runtime/session-files.fixture.ts";
import { inBackground, task, taskScene } from "../runtime/tasks.fixture.ts";
import { jsonlStore } from "../store/index.ts";
import { bashTool, jobOutputTool, writeTool } from "../tools/index.ts";
import { folderScanners, gitWorktrees } from "../workspace/index.ts";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";

const PACKAGE = JSON.stringify({ scripts: { test: "test ! -f broken", lint: "true" } });

/** The evidence of a session with sub-agents, in a repository with the scripts `test` and `lint`. */
const evidenceFrom = async (t: TestContext, replies: Readonly<Record<string, readonly Reply[]>>) => {
  const home = realpathSync(temporaryFolder(t));
  const root = join(home, "project");
  const folder = join(home, "worktrees");
  mkdirSync(root);
  git(root, "init", "-q");
  writeFileSync(join(root, "package.json"), PACKAGE);
  git(root, "add", "-A");
  git(root, "commit", "-qm", "first");
  const store = jsonlStore({ directory: join(home, "sessions") });
  const { session, runtime } = await taskScene({
    replies,
    cwd: root,
    store,
    tools: [(workspace) => bashTool(workspace), (workspace) => writeTool(workspace), jobOutputTool()],
    tasks: { awaited: true, worktrees: gitWorktrees({ folder, env: { PATH: process.env["PATH"], HOME: home } }) },
    changes: folderScanners(),
    toolExecution: "parallel",
  });
  t.after(() => runtime.close());
  await session.prompt("go").outcome;
  const read = await lineReader();
  const shown = (path: string): string => relative(root, path);
  const of = (entries: Iterable<AnyEntry>) => evidenceOf(workFacts(entries), read, root);
  const evidence = of(session.entries);
  await runtime.close();
  await using again = await reopen(store, session.id);
  assert.deepEqual(of(again.session.entries), evidence);
  const worktrees = readdirSync(home).includes("worktrees") ? readdirSync(folder) : [];
  return {
    checks: evidence.checks.map(({ command, outcome, changedSince }) => [command, outcome, ...changedSince.map(shown)]),
    line: evidenceLine(evidence, shown),
    worktree: join(folder, worktrees[0] ?? ""),
  };
};

const calls = (...all: readonly { readonly name: string; readonly input: object }[]): Reply => ({ calls: all });

test("a check of a sub-agent counts, with what the session changed after it", async (t) => {
  const { checks, line } = await evidenceFrom(t, {
    go: [calls(task("agent")), writes("a", "1"), "Done."],
    agent: [writes("b", "1"), runs("npm test"), runs("npm run lint"), writes("c", "1"), "Done."],
  });
  assert.deepEqual(checks, [
    ["npm test", "passed", "c", "a"],
    ["npm run lint", "passed", "c", "a"],
  ]);
  assert.equal(line, "tests passed, and not run since c and 1 more changed; linter passed, and not run since c and 1 more changed");
});

test("a check of the session comes after the changes of its sub-agents, of all depths", async (t) => {
  const { checks } = await evidenceFrom(t, {
    go: [calls(task("agent")), runs("npm run lint"), "Done."],
    agent: [calls(task("deep")), "Done."],
    deep: [runs("echo 1 > broken"), runs("npm test"), "Done."],
  });
  assert.deepEqual(checks, [
    ["npm test", "failed"],
    ["npm run lint", "passed"],
  ]);
});

test("a change beside the check of a sub-agent has changed since", async (t) => {
  const { checks } = await evidenceFrom(t, {
    go: [calls(task("one"), task("two")), "Done."],
    one: [runs("touch started; while ! test -f changed; do sleep 0.02; done; npm test"), "Done."],
    two: [runs("while ! test -f started; do sleep 0.02; done"), writes("changed", "1"), "Done."],
  });
  const [check] = checks;
  assert.deepEqual(check?.slice(0, 2), ["npm test", "passed"]);
  assert.ok(check?.includes("changed"));
});

test("a background command of a sub-agent counts", async (t) => {
  const { checks } = await evidenceFrom(t, {
    go: [calls(task("agent")), "Waiting.", "Done.", "Done."],
    agent: [
      calls({ name: "bash", input: { command: "npm test", background: true } }),
      calls({ name: "job_output", input: { job: "j1", wait: 20 } }),
      "Done.",
    ],
  });
  assert.deepEqual(checks, [["npm test", "passed"]]);
});

for (const call of [task, inBackground])
  test(`a check in the worktree of a sub-agent counts for its files only (${call.name})`, async (t) => {
    const { checks, line, worktree } = await evidenceFrom(t, {
      go: [writes("a", "1"), calls(call("agent", { isolation: "worktree" })), "Waiting.", "Done."],
      agent: [writes("b", "1"), runs("npm test"), "Done."],
    });
    assert.deepEqual(checks, [[`cd ${worktree} && npm test`, "passed"]]);
    assert.match(line ?? "", /^no known check ran after the changes; tests in \.\.\/worktrees\/\S+ passed after the last change$/);
  });

test("a change in the worktree of a sub-agent is not one since the checks of the session", async (t) => {
  const { checks, line } = await evidenceFrom(t, {
    go: [writes("a", "1"), runs("npm test"), calls(task("agent", { isolation: "worktree" })), "Done."],
    agent: [writes("b", "1"), "Done."],
  });
  assert.deepEqual(checks, [["npm test", "passed"]]);
  assert.match(line ?? "", /^tests passed after the last change; no known check ran after the changes in \.\.\/worktrees\/\S+$/);
});

test("a sub-agent whose tests did not run proves no pass", async (t) => {
  const { checks } = await evidenceFrom(t, {
    go: [calls(task("agent")), "Done."],
    agent: [
      runs("printf '#!/bin/sh\\necho ok; echo \"ℹ tests 0\"' > test.sh; chmod +x test.sh"),
      runs("./test.sh"),
      runs("cd missing; npm run lint"),
      "Done.",
    ],
  });
  assert.deepEqual(checks, [
    ["./test.sh", "unknown"],
    ["cd missing && npm run lint", "unknown"],
  ]);
});
