import assert from "node:assert/strict";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { allowAll, continueRecent, createRuntime, fixedModels, jsonlStore, scriptedModel, ModelError } from "coxswain";
import { type Hook, hookRegistry } from "coxswain/hooks";
import { type Script } from "coxswain/providers";
import { type CoxScene, jsonLines, messagesOf, openCox } from "./cox-scene.ts";

/** A scene whose first answer waits until it is released. */
const heldScene = async (...answers: readonly string[]) => {
  const hold = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const cox = await openCox((_, turn) => {
    if (turn > 0) return answers[turn] ?? "no more";
    asked.resolve();
    return { before: hold.promise, text: answers[0] ?? "" };
  });
  return { cox, letGo: () => hold.resolve(), asked: asked.promise };
};

const prompts = ({ server }: CoxScene): readonly string[] =>
  messagesOf(server.requests.at(-1)).map(({ role, content }) => `${role}: ${content.map((part) => part["text"]).join("")}`);

const leftovers = async (cox: CoxScene): Promise<readonly string[]> => {
  const names = await readdir(join(cox.home, "data", "sessions"), { recursive: true });
  return names.filter((name) => /\.(inbox|lock|owner|handing-.*|refused-.*)$/.test(name));
};

const usersIn = async (cox: CoxScene): Promise<number> => {
  const [file = ""] = await cox.sessionFiles();
  const entries = jsonLines(await readFile(file, "utf8"));
  return entries.filter(({ type, message }) => type === "message" && (message as { role: string }).role === "user").length;
};

test("L14: a second process queues its task with the owner, and continues the session when the owner exits", async () => {
  const { cox, letGo, asked } = await heldScene("one", "two");
  await using _ = cox;
  const first = cox.start(["first"]);
  await asked;
  const second = cox.start(["-c", "second"]);
  await second.seen("Queued in the running session");
  letGo();
  const { summary: _summary, ...ended } = await first.ended;
  assert.deepEqual(ended, { code: 0, signal: null, stdout: "one\n", stderr: "" });
  const { code, stdout, stderr } = await second.ended;
  assert.deepEqual([code, stdout], [0, "two\n"]);
  assert.match(
    stderr,
    new RegExp(
      `^cox: session \\S+ is open in process ${first.child.pid} on \\S+ since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d\\. Queued in the running session\n`,
    ),
  );
  assert.deepEqual(prompts(cox), ["user: first", "assistant: one", "user: second"]);
  assert.equal((await cox.sessionFiles()).length, 1);
  assert.deepEqual(await leftovers(cox), []);
});

test("L14: the waiting process continues when the owner is killed, and each message is delivered once", async () => {
  const { cox, asked } = await heldScene("one", "two");
  await using _ = cox;
  const first = cox.start(["first"]);
  await asked;
  const second = cox.start(["-c", "second"]);
  await second.seen("Queued in the running session");
  first.child.kill("SIGKILL");
  const { code, stdout } = await second.ended;
  assert.deepEqual([code, stdout], [0, "two\n"]);
  assert.equal(await usersIn(cox), 2);
  assert.deepEqual(await leftovers(cox), []);
});

test("runs a queued task although the owner's first task fails", async () => {
  const hold = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await using cox = await openCox((_, turn) => {
    if (turn > 0) return "two";
    asked.resolve();
    return { before: hold.promise, fault: { kind: "status", status: 401 } };
  });
  const first = cox.start(["first"]);
  await asked.promise;
  const second = cox.start(["-c", "second"]);
  await second.seen("Queued in the running session");
  hold.resolve();
  assert.equal((await first.ended).code, 1);
  const { code, stdout } = await second.ended;
  assert.deepEqual([code, stdout], [0, "two\n"]);
  assert.equal(await usersIn(cox), 2);
  assert.deepEqual(await leftovers(cox), []);
});

test("reports to a waiting process that the session was removed and the task did not run", async () => {
  const { cox, letGo, asked } = await heldScene("one");
  await using _ = cox;
  const first = cox.start(["first"]);
  await asked;
  const second = cox.start(["-c", "second"]);
  await second.seen("Queued in the running session");
  for (const path of await cox.sessionFiles()) await rm(path);
  const { code, stderr } = await second.ended;
  assert.equal(code, 1);
  assert.match(stderr, /\ncox: the watched session \S+ was removed\. The task was not run: submit it again\.\n$/);
  letGo();
  await first.ended;
});

test("delivers the task of a killed sender once, in the process that continues the session", async () => {
  const { cox, letGo, asked } = await heldScene("one", "two", "three");
  await using _ = cox;
  const first = cox.start(["first"]);
  await asked;
  const second = cox.start(["-c", "second"]);
  await second.seen("Queued in the running session");
  second.child.kill("SIGKILL");
  await second.ended;
  letGo();
  assert.equal((await first.ended).stdout, "one\n");
  assert.equal((await cox.run(["-c", "third"])).stdout, "three\n");
  assert.deepEqual(prompts(cox), ["user: first", "assistant: one", "user: second", "assistant: two", "user: third"]);
  assert.deepEqual(await leftovers(cox), []);
});

test("withdraws the queued task on Ctrl+C, and the owner continues", async () => {
  const { cox, letGo, asked } = await heldScene("one");
  await using _ = cox;
  const first = cox.start(["first"]);
  await asked;
  const second = cox.start(["-c", "second", "--output-format", "json"]);
  await second.seen("Queued in the running session");
  second.child.kill("SIGINT");
  const { code, stdout, stderr } = await second.ended;
  assert.equal(code, 130);
  assert.match(stderr, /\ncox: interrupted; the queued task was withdrawn\n$/);
  assert.equal((JSON.parse(stdout) as Record<string, unknown>)["terminal_reason"], "aborted");
  letGo();
  assert.equal((await first.ended).stdout, "one\n");
  assert.equal(await usersIn(cox), 1);
});

test("watches a session without a task until its owner is done, in every format as the owner shows it", async () => {
  for (const format of ["text", "json", "stream-json"]) {
    const { cox, letGo, asked } = await heldScene("one");
    await using _ = cox;
    const first = cox.start(["first", "--output-format", format]);
    await asked;
    const second = cox.start(["-c", "--output-format", format]);
    await second.seen("Ctrl+C to stop watching");
    letGo();
    const [owner, follower] = await Promise.all([first.ended, second.ended]);
    assert.deepEqual([owner.code, follower.code], [0, 0], follower.stderr);
    if (format === "text") assert.equal(follower.stdout, owner.stdout);
    else {
      const [own, other] = [owner, follower].map(({ stdout }) =>
        jsonLines(stdout).map(({ type, result, num_turns: turns }) => [type, result, turns]),
      );
      assert.deepEqual(other, own);
    }
  }
});

test("stops only watching on Ctrl+C", async () => {
  const { cox, letGo, asked } = await heldScene("one");
  await using _ = cox;
  const first = cox.start(["first"]);
  await asked;
  const second = cox.start(["-c"]);
  await second.seen("Ctrl+C to stop watching");
  second.child.kill("SIGINT");
  const { code, stderr } = await second.ended;
  assert.equal(code, 130);
  assert.match(stderr, /\ncox: stopped watching; the session is still running\n$/);
  letGo();
  assert.equal((await first.ended).stdout, "one\n");
});

test("--fork continues in a new session at once, also when no process has the session open", async () => {
  const { cox, letGo, asked } = await heldScene("one", "two", "three");
  await using _ = cox;
  const first = cox.start(["first"]);
  await asked;
  assert.equal((await cox.run(["-c", "--fork", "second"])).stdout, "two\n");
  letGo();
  assert.equal((await first.ended).stdout, "one\n");
  assert.equal((await cox.sessionFiles()).length, 2);
  const sessions = jsonLines((await cox.run(["sessions", "list", "--json"])).stdout);
  const id = sessions.find(({ title }) => title === "first")?.["id"];
  assert.equal((await cox.run(["-r", String(id), "--fork", "third"])).stdout, "three\n");
  assert.equal((await cox.sessionFiles()).length, 3);
});

test("L16: lists and shows an open session, and does not delete it", async () => {
  const { cox, letGo, asked } = await heldScene("one");
  await using _ = cox;
  const first = cox.start(["first"]);
  await asked;
  const [row] = jsonLines((await cox.run(["sessions", "list", "--json"])).stdout);
  const { code, stderr } = await cox.run(["sessions", "delete", String(row?.["id"])]);
  assert.equal(code, 1);
  assert.match(stderr, /is open elsewhere \(process \d+ on /);
  assert.match((await cox.run(["sessions", "show", String(row?.["id"])])).stdout, /first/);
  letGo();
  assert.equal((await first.ended).stdout, "one\n");
  assert.equal((await cox.sessionFiles()).length, 1);
});

/** A `cox` session that this process owns and keeps open. */
const ownedScene = async (script: Script, hooks: readonly Hook[] = []) => {
  const cox = await openCox(["one", "three"]);
  await cox.run(["first"]);
  const model = scriptedModel(script);
  const store = jsonlStore({ directory: join(cox.home, "data", "sessions") });
  const runtime = createRuntime({ store, models: fixedModels(model), policy: allowAll(), hooks: hookRegistry(hooks) });
  const session = await continueRecent(runtime, cox.project);
  await session.set({ model });
  const close = async (): Promise<void> => {
    await runtime.close();
    await cox[Symbol.asyncDispose]();
  };
  return { cox, session, [Symbol.asyncDispose]: close };
};

test("runs a queued task in the program that has the session open, and shows it with its exit code", async () => {
  await using scene = await ownedScene([
    { text: "I look.", calls: [{ name: "missing", input: {} }] },
    "two",
    { error: new ModelError("auth", "The key is not known.") },
  ]);
  const { code, stdout, stderr } = await scene.cox.run(["-c", "second"]);
  assert.deepEqual([code, stdout], [0, "two\n"]);
  assert.match(stderr, /Queued in the running session\n! missing unknown_tool: .*\n$/);
  const failed = await scene.cox.run(["-c", "third", "--output-format", "json"]);
  assert.equal(failed.code, 1);
  const result = JSON.parse(failed.stdout) as Record<string, unknown>;
  assert.deepEqual([result["session_id"], result["terminal_reason"]], [scene.session.id, "auth"]);
});

test("reports to the sender that the owner's hook denied its task", async () => {
  const gate: Hook = { event: "before_run", name: "gate", run: () => ({ deny: "not on a Friday" }) };
  await using scene = await ownedScene([], [gate]);
  const { code, stdout, stderr } = await scene.cox.run(["-c", "second"]);
  assert.deepEqual([code, stdout], [130, ""]);
  assert.match(stderr, /\ncox: the hook gate denied the run: not on a Friday\. The session is saved\. Continue with: cox -c .*\n$/);
});

test("leaves a started task with the owner on Ctrl+C", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await ownedScene([{ text: "two", hold: hold.promise }]);
  const events = scene.session.events();
  const second = scene.cox.start(["-c", "second"]);
  for await (const event of events) if (event.type === "message_start" && event.role === "assistant") break;
  second.child.kill("SIGINT");
  const { code, stderr } = await second.ended;
  assert.equal(code, 130);
  assert.match(stderr, /\ncox: interrupted; the running session still has the task\n$/);
  const ended = scene.session.events();
  hold.resolve();
  for await (const event of ended)
    if (event.type === "run_end") assert.equal(event.outcome.kind, "done");
    else if (event.type === "entry" && event.entry.type === "run_end") break;
});

test("leaves a queued task to its sender when a program closes the session first", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await ownedScene([{ text: "own", hold: hold.promise }]);
  const run = scene.session.prompt("own");
  const events = scene.session.events();
  const second = scene.cox.start(["-c", "second", "-m", "anthropic/claude-sonnet-4-5"]);
  for await (const event of events) if (event.type === "entry" && event.entry.type === "inbox_admit") break;
  await scene.session.close();
  assert.equal((await run.outcome).kind, "aborted");
  const { code, stdout, stderr } = await second.ended;
  assert.deepEqual([code, stdout], [0, "three\n"]);
  assert.match(stderr, /released the session; continuing here/);
  // Differences from the owner's system prompt follow it.
  assert.match(prompts(scene.cox).at(-1) ?? "", /second\[The system prompt has changed/);
  assert.equal(await usersIn(scene.cox), 3);
});
