import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { Reply } from "coxswain";
import type { LoopbackRequest, LoopbackScript } from "coxswain/testing";
import { type CoxScene, jsonLines, messagesOf, openCox } from "./cox-scene.ts";

/** The model's answers by the first words of the conversation. */
const conversations = (answers: Readonly<Record<string, readonly Reply[]>>): LoopbackScript => {
  const turns = new Map<string, number>();
  return (request: LoopbackRequest) => {
    const begin = String(messagesOf(request)[0]?.content[0]?.["text"]);
    const turn = turns.get(begin) ?? 0;
    turns.set(begin, turn + 1);
    return answers[begin]?.[turn] ?? "Well.";
  };
};

const task = (prompt: string, more: object = {}) => ({ name: "task", input: { description: prompt, prompt, ...more } });
const background = { background: true };
const bash = (command: string): Reply => ({ calls: [{ name: "bash", input: { command } }] });

const inRepository = async (cox: CoxScene): Promise<void> => {
  await cox.write("a.txt", "one\n");
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=ann@localhost", ...args], { cwd: cox.project, env });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "-m", "One");
};

test("runs a task with an agent from a file and shows its calls", async () => {
  await using cox = await openCox(
    conversations({ go: [{ calls: [task("Look", { agent: "looker" })] }, "Seen."], Look: [bash("echo deep"), "Two fathoms."] }),
  );
  const path = join(cox.env["HOME"] ?? "", ".claude/agents/looker.md");
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "---\ndescription: Looks.\ntools: Bash\n---\nYou look.\n");
  const { code, stdout, stderr } = await cox.run(["-p", "go", "--yes"]);
  assert.deepEqual([code, stdout], [0, "Seen.\n"]);
  assert.equal(stderr, "> task  looker: Look\n  looker > bash  echo deep\n");
  const asked = cox.server.requests.find((request) => JSON.stringify(request.body["system"]).includes("You look."));
  assert.deepEqual(
    (asked?.body["tools"] as readonly { readonly name: string }[] | undefined)?.map(({ name }) => name),
    ["bash"],
  );
});

test("offers the model no task tools when the settings disable agents", async () => {
  await using cox = await openCox(["Done."]);
  await cox.set({ tasks: { depth: 0 } });
  assert.equal((await cox.run(["-p", "go", "--yes"])).code, 0);
  const tools = cox.server.requests[0]?.body["tools"] as readonly { readonly name: string }[];
  assert.ok(tools.length > 0 && tools.every(({ name }) => !name.startsWith("task")));
});

test("waits for a background task and exits once the model has received its result", async () => {
  await using cox = await openCox(
    conversations({
      go: [{ calls: [task("Look", background)] }, "I wait.", "Two fathoms."],
      Look: [bash("sleep 0.3; echo deep"), "It is two fathoms."],
    }),
  );
  const { code, stdout, stderr } = await cox.run(["-p", "go", "--yes"]);
  assert.deepEqual([code, stdout], [0, "Two fathoms.\n"]);
  assert.match(stderr, /^Task t1 \(general: Look\) is running in the background$/m);
  assert.match(stderr, /^Task t1 \(general: Look\) finished$/m);
});

test("stream-json reports a background task and one result", async () => {
  await using cox = await openCox(conversations({ go: [{ calls: [task("Look", background)] }, "I wait.", "Done."], Look: ["Seen."] }));
  const { stdout } = await cox.run(["-p", "go", "--yes", "--output-format", "stream-json"]);
  const lines = jsonLines(stdout);
  const ofTasks = lines.filter(({ subtype }) => String(subtype).startsWith("task_")).map(({ subtype, status }) => [subtype, status]);
  assert.deepEqual(ofTasks, [
    ["task_started", "running"],
    ["task_notification", "completed"],
  ]);
  assert.deepEqual(
    lines.filter(({ type }) => type === "result").map(({ result }) => result),
    ["Done."],
  );
});

test("ends tasks on an interruption, and reports it when the session continues", async () => {
  await using cox = await openCox(
    conversations({ go: [{ calls: [task("Look", background)] }, "I wait."], Look: [bash("echo on > mark; sleep 600")], "and?": ["Hm."] }),
  );
  const started = cox.start(["-p", "go", "--yes"]);
  const { child, ended } = started;
  await started.seen("general > bash");
  child.kill("SIGINT");
  assert.equal((await ended).code, 130);
  await cox.run(["-c", "and?", "--yes"]);
  const messages = JSON.stringify(messagesOf(cox.server.requests.at(-1)));
  assert.match(messages, /The background task t1 \(general: Look\) was stopped\./);
});

test("T8: reports an unfinished task as interrupted once after the program was killed", async () => {
  await using cox = await openCox(
    conversations({ go: [{ calls: [task("Look", background)] }, "I wait."], Look: [bash("echo $$ > pid; sleep 600")] }),
  );
  const started = cox.start(["-p", "go", "--yes"]);
  const { child, ended } = started;
  await started.seen("general > bash");
  child.kill("SIGKILL");
  await ended;
  const { code } = await cox.run(["-c", "and?", "--yes"]);
  assert.equal(code, 0);
  const messages = JSON.stringify(messagesOf(cox.server.requests.at(-1)));
  assert.match(messages, /The background task t1 \(general: Look\) was interrupted\./);
  const again = await cox.run(["-c", "and now?", "--yes"]);
  assert.equal(again.code, 0);
  assert.equal(JSON.stringify(messagesOf(cox.server.requests.at(-1))).split("was interrupted").length, 2, "reported once");
});

test("leaves an isolated agent's changes in a worktree, which the summary and cox doctor name", async () => {
  await using cox = await openCox(
    conversations({
      go: [{ calls: [task("Change", { isolation: "worktree" })] }, "Done."],
      Change: [bash("echo two > a.txt"), "Changed."],
    }),
  );
  await cox.write("AGENTS.md", "Whistle while you work.");
  await inRepository(cox);
  const { code, stderr, summary } = await cox.run(["-p", "go", "--yes"]);
  assert.equal(code, 0, stderr);
  assert.equal(await cox.read("a.txt"), "one\n");
  const [, agent] = cox.server.requests;
  assert.match(JSON.stringify(agent?.body["system"]), /Whistle while you work/);
  const folder = join(cox.home, "data", "worktrees");
  const [name = ""] = await readdir(folder);
  assert.ok(existsSync(join(folder, name, "a.txt")));
  assert.ok(summary.includes(`. Worktrees with changes: ${join(folder, name)} (branch cox/`), summary);
  const { stdout } = await cox.run(["doctor"]);
  assert.ok(stdout.includes(join(folder, name)), stdout);
});
