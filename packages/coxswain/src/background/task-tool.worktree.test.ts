import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { sayTool } from "../runtime/runtime.fixture.ts";
import { gitWorktrees, nodeWorkspace } from "../workspace/index.ts";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";
import { inBackground, say, task, taskScene } from "../runtime/tasks.fixture.ts";

const apart = { isolation: "worktree" };

/** A repository with a file `a.txt`, and a tool that writes its argument to that file in its working directory. */
const repository = (t: TestContext) => {
  const home = temporaryFolder(t);
  const root = join(home, "boat");
  mkdirSync(root);
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", root, "-c", "user.name=Ann", "-c", "user.email=ann@localhost", ...args], {
      encoding: "utf8",
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
    });
  git("init", "--quiet", "--initial-branch=main");
  writeFileSync(join(root, "a.txt"), "one");
  git("add", ".");
  git("commit", "--quiet", "-m", "One");
  const folder = join(home, "worktrees");
  const write = sayTool({
    run: async ({ text }, { cwd }) => {
      if (text !== "nothing") writeFileSync(join(cwd, "a.txt"), text);
      return { content: [{ type: "text", text: cwd }] };
    },
  });
  const worktrees = gitWorktrees({ folder, env: { PATH: process.env["PATH"], HOME: home } });
  return { root, folder, tools: [write], tasks: { worktrees, awaited: true }, content: () => readFileSync(join(root, "a.txt"), "utf8") };
};

test("an agent in a worktree leaves its parent's folder unchanged, and the result names the worktree", async (t) => {
  const { root, tools, tasks, content } = repository(t);
  await using scene = await taskScene({
    replies: { go: [{ calls: [task("a", apart)] }, "done"], a: [{ calls: [say("two")] }, "Changed."] },
    cwd: root,
    tools,
    tasks,
  });
  await scene.session.prompt("go").outcome;
  const [result] = scene.results();
  const [, path = "", branch] =
    /^Changed\.\n\nIts worktree remains in (.*), on the branch (cox\/a-[0-9a-f]{8}) \(1 file changed\)/.exec(result ?? "") ?? [];
  assert.equal(content(), "one");
  assert.equal(readFileSync(join(path, "a.txt"), "utf8"), "two");
  assert.ok(branch !== undefined);
});

test("a background task removes a worktree without changes", async (t) => {
  const { root, folder, tools, tasks } = repository(t);
  await using scene = await taskScene({
    replies: { go: [{ calls: [inBackground("a", apart)] }, "I wait.", "done"], a: [{ calls: [say("nothing")] }, "Looked."] },
    cwd: root,
    tools,
    tasks,
  });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(scene.notices(), [
    "The background task t1 (general: a) is done.\n\nLooked.\n\nIt changed nothing in its worktree, which was removed.",
  ]);
  assert.deepEqual(readdirSync(folder), []);
  const place = scene.session.state.tasks[0]?.worktree;
  assert.ok(place !== undefined && !existsSync(place.path));
});

test("keeps a worktree without changes while a job of the agent is running there", async (t) => {
  const { root, tools, tasks } = repository(t);
  const begin = sayTool({
    name: "begin",
    run: async (_, { jobs }) => {
      await jobs?.start({ command: "sleep 30", timeout: 60_000 });
      return { content: [{ type: "text", text: "begun" }] };
    },
  });
  for (const more of [apart, { ...apart, background: true }]) {
    await using scene = await taskScene({
      replies: {
        go: [{ calls: [task("a", more)] }, "I wait.", "done"],
        a: [{ calls: [{ name: "begin", input: { text: "" } }] }, "It is running."],
      },
      cwd: root,
      tools: [...tools, begin],
      tasks,
      workspace: nodeWorkspace({ root }),
    });
    await scene.session.prompt("go").outcome;
    const output = [...scene.notices(), ...scene.results()].join("\n");
    const [, path = ""] = /It is running\.\n\nIts worktree remains in (.*), on the branch .* \(j1 still running there\)/.exec(output) ?? [];
    assert.ok(existsSync(join(path, "a.txt")), output);
  }
});

test("keeps a worktree while a task that the agent started is running there", async (t) => {
  const { root, tools, tasks } = repository(t);
  const hold = Promise.withResolvers<void>();
  await using scene = await taskScene({
    replies: {
      go: [{ calls: [task("a", apart)] }, "I wait.", "done"],
      a: [{ calls: [inBackground("b")] }, "It is running."],
      b: [{ text: "I look.", calls: [say("nothing")], hold: hold.promise }, "Looked."],
    },
    cwd: root,
    tools,
    tasks,
  });
  void scene.event(({ type, agent }) => type === "tool_end" && agent.depth === 0).then(() => hold.resolve());
  await scene.session.prompt("go").outcome;
  const [, path = ""] = /Its worktree remains in (.*), on the branch .* \(t1 still running there\)/.exec(scene.results().join("\n")) ?? [];
  assert.ok(existsSync(join(path, "a.txt")), scene.results().join("\n"));
  assert.deepEqual(scene.notices(), ["The background task t1 (general: b) is done.\n\nLooked."]);
});

test("the call fails with a reason, and spawns no agent, if a worktree cannot be created", async (t) => {
  const { tasks, tools } = repository(t);
  const cwd = temporaryFolder(t);
  await using scene = await taskScene({ replies: { go: [{ calls: [task("a", apart)] }] }, cwd, tools, tasks });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(scene.results(), [`!${cwd} is not in a git repository, so it cannot have a worktree.`]);
  await using none = await taskScene({ replies: { go: [{ calls: [task("a", apart)] }] }, cwd, tools });
  await none.session.prompt("go").outcome;
  assert.deepEqual(none.results(), ["!Worktrees are not available here. Omit isolation, or do it yourself."]);
  assert.equal(scene.asked("a").length, 0);
});
