import assert from "node:assert/strict";
import { test } from "node:test";
import { openCox } from "./cox-scene.ts";
import { drive } from "./program.ts";

const RUN = { calls: [{ name: "bash", input: { command: "echo ran > ran.txt" } }] };
const user = (content: string, more: object = {}): object => ({ type: "user", message: { role: "user", content }, ...more });

test("T7: a signal at a question withdraws it, saves the session, and exits although stdin stays open", async () => {
  await using cox = await openCox([RUN, "Later."]);
  const program = drive(cox, ["go"]);
  await program.line("control_request");
  program.child.kill("SIGTERM");
  await program.line("control_cancel_request");
  assert.equal((await program.line("result"))["terminal_reason"], "aborted");
  const { code, stderr } = await program.ended;
  assert.equal(code, 143);
  assert.match(stderr, /interrupted\. The session is saved/);
  await assert.rejects(cox.read("ran.txt"));
  assert.equal((await cox.run(["-c", "continue"])).stdout, "Later.\n");
});

test("T7: aborts the run and exits with code 141 when stdout is closed", async () => {
  await using cox = await openCox([RUN, "never"]);
  const program = drive(cox, ["go"]);
  await program.line("control_request");
  program.child.stdout?.destroy();
  program.say({ type: "control_request", request_id: "i", request: { subtype: "initialize" } });
  assert.equal((await program.ended).code, 141);
});

test("refuses to drive a session that another process has open, and continues a free one", async () => {
  await using cox = await openCox(["One.", "Two."]);
  const first = drive(cox, ["go"]);
  await first.line("result");
  const second = drive(cox, ["-c"]);
  const refused = await second.line("result");
  assert.deepEqual([refused["is_error"], refused["terminal_reason"]], [true, "session_in_use"]);
  assert.equal((await second.close()).code, 1);
  assert.equal((await first.close()).code, 0);
  const third = drive(cox, ["-c"]);
  third.say(user("and now?"));
  assert.equal((await third.line("result"))["result"], "Two.");
  await third.close();
  assert.match(JSON.stringify(cox.server.requests.at(-1)?.body), /One\./);
});

test("delivers a duplicate message once, and does not treat a command as a message", async () => {
  await using cox = await openCox(["One.", "Two."]);
  const program = drive(cox);
  const uuid = crypto.randomUUID();
  program.say(user("once", { uuid }));
  assert.equal((await program.line("result"))["result"], "One.");
  program.say(user("once", { uuid }));
  program.say(user("/uncompact"));
  const refused = await program.line("result");
  assert.deepEqual([refused["is_error"], refused["errors"]], [true, ["no compaction to undo in this session"]]);
  program.say(user("twice"));
  assert.equal((await program.line("result"))["result"], "Two.");
  assert.equal((await program.close()).code, 0);
  assert.equal(cox.server.requests.length, 2);
});

test("returns a result for a rejected message", async () => {
  await using cox = await openCox(["Here."]);
  const program = drive(cox);
  program.say(user("/skill:nowhere go"));
  const refused = await program.line("result");
  assert.deepEqual([refused["is_error"], refused["terminal_reason"]], [true, "unknown_skill"]);
  program.say(user("go"));
  assert.equal((await program.line("result"))["is_error"], false);
  assert.equal((await program.close()).code, 0);
});

test("returns a result and exits when it cannot start", async () => {
  await using cox = await openCox();
  const program = drive(cox, ["-c"]);
  assert.equal((await program.line("result"))["is_error"], true);
  assert.equal((await program.ended).code, 1);
});

test("names the agent in its question", async () => {
  await using cox = await openCox((_, turn) => {
    if (turn === 0) return { calls: [{ name: "task", input: { agent: "general", description: "Run it", prompt: "Run it." } }] };
    return turn === 1 ? RUN : "Done.";
  });
  const program = drive(cox, ["--allow", "task", "go"]);
  const asked = await program.line("control_request");
  const { agent_id } = asked["request"] as { readonly agent_id?: string };
  assert.equal(typeof agent_id, "string");
  program.answer(asked, { behavior: "allow" });
  await program.line("result");
  await program.close();
  assert.equal(await cox.read("ran.txt"), "ran\n");
});
