import assert from "node:assert/strict";
import { appendFile, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { test } from "node:test";
import { type CoxScene, jsonLines, messagesOf, openCox } from "./cox-scene.ts";

const work = ["one", "two"].map((text) => ({ name: "bash", input: { command: `echo ${text} >> done.txt` } }));

/** Kills a task while the model writes its second answer. */
const killedTask = async (answer: string) => {
  const asked = Promise.withResolvers<void>();
  const thinks = Promise.withResolvers<void>();
  const cox = await openCox((_, turn) => {
    if (turn === 0) return { calls: work };
    if (turn > 1) return answer;
    asked.resolve();
    return { text: "lost", hold: thinks.promise };
  });
  const { child, ended } = cox.start(["Do two steps", "--allow", "bash"]);
  await asked.promise;
  child.kill("SIGKILL");
  await ended;
  thinks.resolve();
  return cox;
};

const rolesIn = ({ server }: CoxScene): readonly string[] => messagesOf(server.requests.at(-1)).map(({ role }) => role);

test("S0-79, L19: -c without a task resumes an interrupted task and reports it in one line", async () => {
  await using cox = await killedTask("All done");
  const { code, stdout, stderr } = await cox.run(["-c", "--allow", "bash"]);
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: "All done\n", stderr: "cox: resuming the interrupted run\n" });
  assert.equal(await cox.read("done.txt"), "one\ntwo\n");
  assert.deepEqual(rolesIn(cox), ["user", "assistant", "user"]);
  assert.equal((await cox.sessionFiles()).length, 1);
});

test("closes the interrupted run and starts the given task", async () => {
  await using cox = await killedTask("Five");
  const { code, stdout, stderr } = await cox.run(["-c", "How many?"]);
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: "Five\n", stderr: "" });
  assert.match(JSON.stringify(messagesOf(cox.server.requests.at(-1)).at(-1)), /How many\?/);
});

test("rejects -c and -r without a task or pending work with one line and exit code 2", async () => {
  await using cox = await openCox(["one"]);
  await cox.run(["first"]);
  const [path = ""] = await cox.sessionFiles();
  for (const args of [["-c"], ["-r", basename(path, ".jsonl")]]) {
    const { code, stdout, stderr } = await cox.run(args);
    assert.deepEqual({ code, stdout }, { code: 2, stdout: "" });
    assert.match(stderr, /^cox: no task given, .*\n$/);
  }
  assert.equal(cox.server.requests.length, 1);
});

test("runs and shows queued prompts before the task", async () => {
  await using cox = await killedTask("All done");
  const [path = ""] = await cox.sessionFiles();
  const waiting = { role: "user", content: [{ type: "text", text: "Wait for it" }] };
  const admission = { type: "inbox_admit", messageId: "waits", message: waiting, how: "prompt", run: "later" };
  const last = jsonLines(await readFile(path, "utf8")).at(-1);
  const line = { seq: Number(last?.["seq"]) + 1, id: "admitted", parent: last?.["id"], at: 0, ...admission };
  await appendFile(path, `${JSON.stringify(line)}\n`);
  const { code, stdout, stderr } = await cox.run(["-c"]);
  assert.deepEqual(
    { code, stdout, stderr },
    { code: 0, stdout: "All done\n", stderr: "cox: resuming the interrupted run and 1 queued prompt\n" },
  );
  assert.match(JSON.stringify(messagesOf(cox.server.requests.at(-1)).at(-1)), /Wait for it/);
});
