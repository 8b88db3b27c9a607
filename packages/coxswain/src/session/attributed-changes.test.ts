import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { ChangeSource } from "../changes/index.ts";
import type { Reply } from "../model/index.ts";
import { git, runs, treeOf, writes } from "../runtime/session-files.fixture.ts";
import { inBackground, task, taskScene } from "../runtime/tasks.fixture.ts";
import { jsonlStore } from "../store/index.ts";
import { bashTool, jobKillTool, jobOutputTool, writeTool } from "../tools/index.ts";
import { folderScanners, gitWorktrees } from "../workspace/index.ts";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";
import type { Session } from "./session.ts";

interface TreeScene {
  /** The model's replies in each conversation, by its first prompt. */
  readonly replies: Readonly<Record<string, readonly Reply[]>>;
  readonly prepare?: (root: string) => void;
  /** The folder of the session. Default: the repository. */
  readonly cwd?: (root: string) => string;
}

/** A session on disk with sub-agents, jobs and worktrees, in a repository with the files `a` and `b`. */
const openTree = async (t: TestContext, { replies, prepare = () => {}, cwd = (root) => root }: TreeScene) => {
  const home = realpathSync(temporaryFolder(t));
  const root = join(home, "project");
  mkdirSync(root);
  git(root, "init", "-q");
  writeFileSync(join(root, "a"), "0");
  writeFileSync(join(root, "b"), "0");
  prepare(root);
  git(root, "add", "-A");
  git(root, "commit", "-qm", "first");
  const folder = join(home, "worktrees");
  const scene = await taskScene({
    replies,
    cwd: cwd(root),
    store: jsonlStore({ directory: join(home, "sessions") }),
    tools: [(workspace) => bashTool(workspace), (workspace) => writeTool(workspace), jobOutputTool(), jobKillTool()],
    tasks: { awaited: true, worktrees: gitWorktrees({ folder, env: { PATH: process.env["PATH"], HOME: home } }) },
    changes: folderScanners(),
    // As the model of a real session, a run does not end before the work that it waits for.
    toolExecution: "parallel",
  });
  t.after(() => scene.runtime.close());
  return { ...scene, root, folder, at: (...names: readonly string[]) => join(root, ...names) };
};

type Tree = Awaited<ReturnType<typeof openTree>>;

const undo = async (session: Session) => {
  const plan = await session.files.planUndo();
  assert.ok(plan !== undefined);
  return session.files.restore(plan);
};

/** The sources of each change of a file, by its path. */
const sourcesOf = async (session: Session, path: string): Promise<readonly (readonly ChangeSource[])[]> => {
  const { runs: changed } = await session.files.history();
  return changed.flatMap(({ entries }) =>
    entries.filter(({ changes }) => changes.some((change) => change.path === path)).map(({ by }) => by),
  );
};

const background = (command: string): Reply => ({ calls: [{ name: "bash", input: { command, background: true } }] });
const jobOutput: Reply = { calls: [{ name: "job_output", input: { job: "j1", wait: 10 } }] };

for (const place of ["its folder", "a link to it"] as const) {
  test(`S2-35: changes of a background command in ${place} are the command's, and are undone`, async (t) => {
    const { session, root, at } = await openTree(t, {
      replies: { go: [background("while [ ! -e go ]; do sleep 0.02; done; echo 1 > a; echo 1 > c"), runs("touch go"), jobOutput, "Done."] },
      ...(place === "its folder" ? {} : { cwd: linkTo }),
    });
    const before = treeOf(root);
    await session.prompt("go").outcome;
    assert.equal(readFileSync(at("a"), "utf8"), "1\n");
    assert.ok((await sourcesOf(session, at("a"))).every((by) => by.some(({ kind }) => kind === "job")));
    assert.deepEqual((await undo(session)).refused, []);
    assert.deepEqual(treeOf(root), before);
  });
}

const linkTo = (root: string): string => {
  const link = `${root}-link`;
  symlinkSync(root, link);
  return link;
};

test("a background command that only reads is not among the sources of other changes", async (t) => {
  const { session, at } = await openTree(t, {
    replies: { go: [background("tail -f a"), runs("echo 1 > b"), { calls: [{ name: "job_kill", input: { job: "j1" } }] }, "Done."] },
  });
  await session.prompt("go").outcome;
  const [by] = await sourcesOf(session, at("b"));
  assert.deepEqual(
    by?.map(({ kind }) => kind),
    ["call"],
  );
});

test("S2-35: changes of a sub-agent are its calls', and are undone with the prompt", async (t) => {
  const { session, root, at } = await openTree(t, {
    replies: { go: [{ calls: [task("agent")] }, "Done."], agent: [runs("echo 1 > a; rm b"), writes("c", "new"), "Done."] },
  });
  const before = treeOf(root);
  await session.prompt("go").outcome;
  const agent = session.entries.find((entry) => entry.type === "agent_start")?.agent;
  for (const name of ["a", "b", "c"]) {
    const sources = await sourcesOf(session, at(name));
    assert.deepEqual(
      sources.map((by) => by.map((source) => (source.kind === "call" ? source.agent : source.kind))),
      [[agent]],
    );
  }
  assert.deepEqual((await undo(session)).refused, []);
  assert.deepEqual(treeOf(root), before);
});

test("a sub-agent that only reads causes no facts", async (t) => {
  const { session, at } = await openTree(t, {
    replies: { go: [{ calls: [task("agent")] }, "Done."], agent: [runs("cat a"), "Done."] },
  });
  const run = session.prompt("go");
  for await (const event of run) if (event.type === "agent_start") writeFileSync(at("mine"), "mine");
  assert.deepEqual((await session.files.history()).runs, []);
});

for (const how of ["in the foreground", "in the background"] as const) {
  test(`S2-35: changes of a sub-agent in a worktree ${how} are undone there`, async (t) => {
    const call = how === "in the foreground" ? task : inBackground;
    const { session, root, folder } = await openTree(t, {
      replies: {
        go: [{ calls: [call("agent", { isolation: "worktree" })] }, "Waiting.", "Done."],
        agent: [runs("echo 1 > a; rm b; mkdir n; echo new > n/c"), writes("d", "new"), "Done."],
      },
    });
    const before = treeOf(root);
    await session.prompt("go").outcome;
    const [worktree = ""] = readdirSync(folder);
    assert.deepEqual([readFileSync(join(folder, worktree, "a"), "utf8"), existsSync(join(folder, worktree, "b"))], ["1\n", false]);
    assert.deepEqual(treeOf(root), before);
    assert.deepEqual((await undo(session)).refused, []);
    assert.deepEqual(treeOf(join(folder, worktree)), before);
    const redo = await session.files.planRedo();
    assert.ok(redo !== undefined);
    assert.deepEqual((await session.files.restore(redo)).refused, []);
    assert.equal(readFileSync(join(folder, worktree, "n", "c"), "utf8"), "new\n");
  });
}

/** Two sub-agents that change a file each, while the other one's command runs. */
const twoAgents: TreeScene["replies"] = {
  go: [{ calls: [task("one"), task("two")] }, "Done."],
  one: [runs("touch one; while [ ! -e two ]; do sleep 0.02; done; echo 1 > a"), "Done."],
  two: [runs("while [ ! -e one ]; do sleep 0.02; done; touch two; echo 1 > b"), "Done."],
};

test("S2-35: changes of two sub-agents at once in one folder are attributed to both, and undone", async (t) => {
  const { session, root, at } = await openTree(t, { replies: twoAgents });
  const before = treeOf(root);
  await session.prompt("go").outcome;
  const agents = new Set(session.entries.flatMap((entry) => (entry.type === "agent_start" ? [entry.agent] : [])));
  const found = [...(await sourcesOf(session, at("a"))), ...(await sourcesOf(session, at("b")))];
  const both = found.find((by) => by.length === 2) ?? [];
  assert.deepEqual(new Set(both.map((source) => (source.kind === "call" ? source.agent : ""))), agents);
  assert.deepEqual((await undo(session)).refused, []);
  assert.deepEqual(treeOf(root), before);
});

for (const kind of ["a nested repository", "a submodule"] as const) {
  test(`S2-35: changes in ${kind} come back byte for byte, and its index and refs are not touched`, async (t) => {
    const { session, root, at } = await openTree(t, {
      replies: { go: [runs("printf 'x\\r\\n' > inner/f; rm inner/g; echo new > inner/h; chmod +x inner/i"), "Done."] },
      prepare: (folder) => {
        const source = kind === "a submodule" ? `${folder}-inner` : join(folder, "inner");
        mkdirSync(source);
        git(source, "init", "-q");
        for (const name of ["f", "g", "i"]) writeFileSync(join(source, name), `${name}\r\n`);
        git(source, "add", "-A");
        git(source, "commit", "-qm", "inner");
        if (kind === "a submodule") git(folder, "-c", "protocol.file.allow=always", "submodule", "add", "-q", source, "inner");
        else writeFileSync(join(folder, ".gitignore"), "");
        writeFileSync(join(folder, "inner", "g"), "not committed\n");
      },
    });
    const before = treeOf(root);
    const state = (): string => git(at("inner"), "status", "--porcelain=v2", "--branch") + git(at("inner"), "stash", "list");
    const stateBefore = state();
    await session.prompt("go").outcome;
    assert.deepEqual((await undo(session)).refused, []);
    assert.deepEqual(treeOf(root), before);
    assert.equal(state(), stateBefore);
  });
}

const secondSession = async ({ runtime, model, root }: Tree): Promise<Session> =>
  runtime.create({ cwd: root, model: model.info.reference });

test("S2-35: a change of another session in the folder is someone else's: undo of the first refuses the file", async (t) => {
  const tree = await openTree(t, {
    replies: { first: [runs("echo 1 > a; echo 1 > b"), "Done."], second: [runs("echo 2 > a; echo 2 > c"), "Done."] },
  });
  const { session, at } = tree;
  await session.prompt("first").outcome;
  const other = await secondSession(tree);
  await other.prompt("second").outcome;
  assert.deepEqual(await sourcesOf(session, at("c")), []);
  assert.deepEqual((await undo(session)).refused, [{ path: at("a"), reason: "it has changed since" }]);
  assert.deepEqual([readFileSync(at("a"), "utf8"), readFileSync(at("b"), "utf8"), existsSync(at("c"))], ["2\n", "0", true]);
  await undo(other);
  assert.deepEqual([readFileSync(at("a"), "utf8"), existsSync(at("c"))], ["1\n", false]);
});

test("S2-35: between two prompts of a session, a change of another session breaks the chain of a file", async (t) => {
  const tree = await openTree(t, {
    replies: { first: [runs("echo 1 > a"), "Done.", runs("echo 3 >> a"), "Done."], second: [runs("echo 2 > a"), "Done."] },
  });
  const { session, at } = tree;
  await session.prompt("first").outcome;
  await (await secondSession(tree)).prompt("second").outcome;
  await session.prompt("again").outcome;
  const [first] = (await session.files.history()).runs;
  const plan = await session.files.planUndo(first?.run);
  assert.deepEqual(plan?.refused, [{ path: at("a"), reason: "something else changed it in between" }]);
});
