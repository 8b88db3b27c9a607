import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { sayTool } from "../../runtime/runtime.fixture.ts";
import { gitWorktrees, nodeWorkspace } from "../../workspace/index.ts";
import { temporaryFolder } from "../../workspace/workspace.fixture.ts";
import { inBackground, say, task, taskScene } from "./tasks.fixture.ts";

const apart = { isolation: "worktree" };

/** A repository with a file `a.txt`, and a tool that writes what it is told into the file of the folder that it is called in. */
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

test("an agent that works apart changes nothing in its parent's folder; what it changed is kept, and said where", async (t) => {
  const { root, tools, tasks, content } = repository(t);
  await using scene = await taskScene({
    says: { go: [{ calls: [task("a", apart)] }, "done"], a: [{ calls: [say("two")] }, "Changed."] },
    cwd: root,
    tools,
    tasks,
  });
  await scene.session.prompt("go").outcome;
  const [result] = scene.results();
  const [, path = "", branch] =
    /^Changed\.\n\nIts worktree is kept in (.*), on the branch (cox\/a-[0-9a-f]{8}) \(1 file changed\)/.exec(result ?? "") ?? [];
  assert.equal(content(), "one");
  assert.equal(readFileSync(join(path, "a.txt"), "utf8"), "two");
  assert.ok(branch !== undefined);
});

test("in the background too; where nothing was changed nothing stays", async (t) => {
  const { root, folder, tools, tasks } = repository(t);
  await using scene = await taskScene({
    says: { go: [{ calls: [inBackground("a", apart)] }, "I wait.", "done"], a: [{ calls: [say("nothing")] }, "Looked."] },
    cwd: root,
    tools,
    tasks,
  });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(scene.told(), [
    "The background task t1 (general: a) is done.\n\nLooked.\n\nIt changed nothing in its worktree, which is removed.",
  ]);
  assert.deepEqual(readdirSync(folder), []);
  const place = scene.session.state.tasks[0]?.worktree;
  assert.ok(place !== undefined && !existsSync(place.path));
});

test("where a command of the agent's goes on in the background it stays, though nothing was changed yet", async (t) => {
  const { root, tools, tasks } = repository(t);
  const begin = sayTool({
    name: "begin",
    run: async (_, { jobs }) => {
      await jobs?.begin({ command: "sleep 30", timeout: 60_000 });
      return { content: [{ type: "text", text: "begun" }] };
    },
  });
  for (const more of [apart, { ...apart, background: true }]) {
    await using scene = await taskScene({
      says: {
        go: [{ calls: [task("a", more)] }, "I wait.", "done"],
        a: [{ calls: [{ name: "begin", input: { text: "" } }] }, "It goes on."],
      },
      cwd: root,
      tools: [...tools, begin],
      tasks,
      workspace: nodeWorkspace({ root }),
    });
    await scene.session.prompt("go").outcome;
    const said = [...scene.told(), ...scene.results()].join("\n");
    const [, path = ""] = /It goes on\.\n\nIts worktree is kept in (.*), on the branch .* \(j1 goes on in it\)/.exec(said) ?? [];
    assert.ok(existsSync(join(path, "a.txt")), said);
  }
});

test("where a task that the agent began goes on it stays as well", async (t) => {
  const { root, tools, tasks } = repository(t);
  const hold = Promise.withResolvers<void>();
  await using scene = await taskScene({
    says: {
      go: [{ calls: [task("a", apart)] }, "I wait.", "done"],
      a: [{ calls: [inBackground("b")] }, "It goes on."],
      b: [{ text: "I look.", calls: [say("nothing")], hold: hold.promise }, "Looked."],
    },
    cwd: root,
    tools,
    tasks,
  });
  void scene.event(({ type, agent }) => type === "tool_end" && agent.depth === 0).then(() => hold.resolve());
  await scene.session.prompt("go").outcome;
  const [, path = ""] = /Its worktree is kept in (.*), on the branch .* \(t1 goes on in it\)/.exec(scene.results().join("\n")) ?? [];
  assert.ok(existsSync(join(path, "a.txt")), scene.results().join("\n"));
  assert.deepEqual(scene.told(), ["The background task t1 (general: b) is done.\n\nLooked."]);
});

test("where there can be none the call is an error that says why, and no agent works", async (t) => {
  const { tasks, tools } = repository(t);
  const cwd = temporaryFolder(t);
  await using scene = await taskScene({ says: { go: [{ calls: [task("a", apart)] }] }, cwd, tools, tasks });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(scene.results(), [`!${cwd} is in no git repository: there can be no worktree of it.`]);
  await using none = await taskScene({ says: { go: [{ calls: [task("a", apart)] }] }, cwd, tools });
  await none.session.prompt("go").outcome;
  assert.deepEqual(none.results(), ["!There are no worktrees here: leave isolation out, or do it yourself."]);
  assert.equal(scene.asked("a").length, 0);
});
