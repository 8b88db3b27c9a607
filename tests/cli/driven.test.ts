import assert from "node:assert/strict";
import { test } from "node:test";
import { type CoxScene, openCox } from "./cox-scene.ts";
import { drive, type Line } from "./program.ts";

const bash = (command: string) => ({ calls: [{ name: "bash", input: { command } }] });
const RUN = bash("echo ran > ran.txt");
const user = (content: unknown, more: object = {}): object => ({ type: "user", message: { role: "user", content }, ...more });
const lastRequest = (cox: CoxScene): string => JSON.stringify(cox.server.requests.at(-1)?.body);
const requestOf = (line: Line) => line["request"] as Readonly<Record<string, unknown>>;

test("asks the program for calls that no rule allows, runs allowed ones, and returns a result per message", async () => {
  await using cox = await openCox([RUN, "Done.", "Twice."]);
  const program = drive(cox);
  program.say(user("go"));
  const asked = await program.line("control_request");
  const { input, tool_use_id, decision_reason, permission_suggestions, ...request } = requestOf(asked);
  assert.deepEqual([request["subtype"], request["tool_name"], input], ["can_use_tool", "bash", { command: "echo ran > ran.txt" }]);
  assert.equal(typeof tool_use_id, "string");
  assert.match(String(decision_reason), /echo ran/);
  assert.match(JSON.stringify(permission_suggestions), /"toolName":"bash","ruleContent":"echo ran \$"/);
  const call = program.lines.find(({ type }) => type === "assistant");
  assert.ok(call !== undefined && program.lines.indexOf(call) < program.lines.indexOf(asked));

  program.answer(asked, { behavior: "allow", updatedInput: input });
  assert.equal((await program.line("result"))["result"], "Done.");
  assert.equal(await cox.read("ran.txt"), "ran\n");
  program.say(user([{ type: "text", text: "again" }]));
  assert.equal((await program.line("result"))["result"], "Twice.");
  const { code, stderr } = await program.close();
  assert.deepEqual([code, stderr], [0, ""]);
  assert.deepEqual(
    program.lines.filter(({ type }) => type === "result").map(({ subtype, num_turns }) => [subtype, num_turns]),
    [
      ["success", 2],
      ["success", 1],
    ],
  );
});

test("sends the message of a denial to the model and names the call in the result", async () => {
  await using cox = await openCox([RUN, "As you like."]);
  const program = drive(cox, ["go"]);
  const asked = await program.line("control_request");
  program.answer(asked, { behavior: "deny", message: "Not on a Sunday." });
  const result = await program.line("result");
  assert.match(lastRequest(cox), /did not allow it: Not on a Sunday\./);
  const [denial] = result["permission_denials"] as readonly Line[];
  assert.deepEqual(denial, {
    tool_name: "bash",
    tool_use_id: requestOf(asked)["tool_use_id"],
    tool_input: { command: "echo ran > ran.txt" },
  });
  assert.equal((await program.close()).code, 0);
  await assert.rejects(cox.read("ran.txt"));
});

test("runs no call with changed arguments or without a clear answer", async () => {
  await using cox = await openCox([RUN, RUN, RUN, "No."]);
  const program = drive(cox, ["go"]);
  program.answer(await program.line("control_request"), { behavior: "allow", updatedInput: { command: "rm -rf ~" } });
  assert.match(String((await program.line("system", "warning"))["message"]), /changes the arguments/);
  program.answer(await program.line("control_request"), { behavior: "perhaps" });
  const third = await program.line("control_request");
  program.say({ type: "control_response", response: { subtype: "error", request_id: third["request_id"], error: "I crashed." } });
  await program.line("result");
  for (const why of [/only the requested arguments can be allowed/, /neither allowed nor denied/, /could not answer: I crashed/])
    assert.match(lastRequest(cox), why);
  await program.close();
  await assert.rejects(cox.read("ran.txt"));
});

test("saves suggested rules for the session and ignores others", async () => {
  await using cox = await openCox([bash("touch year"), bash("touch year"), "Done.", bash("touch month"), "Done."]);
  const program = drive(cox, ["go"]);
  const asked = await program.line("control_request");
  const updatedPermissions = [
    ...(requestOf(asked)["permission_suggestions"] as readonly object[]),
    { type: "addRules", rules: [{ toolName: "bash" }], behavior: "allow", destination: "session" },
  ];
  program.answer(asked, { behavior: "allow", updatedPermissions });
  assert.match(String((await program.line("system", "warning"))["message"]), /were not suggested/);
  assert.equal((await program.line("result"))["result"], "Done.");
  program.say(user("and the month"));
  program.answer(await program.line("control_request"), { behavior: "allow" });
  await program.line("result");
  assert.equal((await program.close()).code, 0);
});

test("ends the run and withdraws its question on an interrupt, and continues the session", async () => {
  await using cox = await openCox([RUN, "Here."]);
  const program = drive(cox, ["go"]);
  const asked = await program.line("control_request");
  program.say({ type: "control_request", request_id: "i", request: { subtype: "interrupt" } });
  assert.equal((await program.line("control_cancel_request"))["request_id"], asked["request_id"]);
  assert.deepEqual((await program.line("control_response"))["response"], { subtype: "success", request_id: "i", response: {} });
  const result = await program.line("result");
  assert.deepEqual([result["subtype"], result["terminal_reason"]], ["error_during_execution", "aborted"]);
  program.answer(asked, { behavior: "allow" });
  assert.match(String((await program.line("system", "warning"))["message"]), /no open question has this id/);
  program.say(user("still there?"));
  assert.equal((await program.line("result"))["result"], "Here.");
  assert.equal((await program.close()).code, 0);
  await assert.rejects(cox.read("ran.txt"));
});

test("ends the run on a denial with an interrupt", async () => {
  await using cox = await openCox([RUN, "never"]);
  const program = drive(cox, ["go"]);
  program.answer(await program.line("control_request"), { behavior: "deny", message: "Stop it.", interrupt: true });
  const result = await program.line("result");
  assert.deepEqual([result["terminal_reason"], result["errors"]], ["aborted", ["Stop it."]]);
  const { code } = await program.close();
  assert.equal(code, 130);
  assert.equal(cox.server.requests.length, 1);
});

test("counts the first of two answers and ignores an answer without a question", async () => {
  await using cox = await openCox([RUN, "Done."]);
  const program = drive(cox, ["go"]);
  const asked = await program.line("control_request");
  program.answer({ ...asked, request_id: "unknown" }, { behavior: "allow" });
  await program.line("system", "warning");
  program.answer(asked, { behavior: "deny", message: "No." });
  program.answer(asked, { behavior: "allow" });
  await program.line("system", "warning");
  await program.line("result");
  await program.close();
  await assert.rejects(cox.read("ran.txt"));
});

test("reports an unreadable line in one line and continues", async () => {
  await using cox = await openCox(["One.", "Two."]);
  const program = drive(cox);
  for (const line of [
    '{"type":"user",',
    "[]",
    '{"type":"sail"}',
    '{"type":"user","message":{"role":"user","content":[{"type":"tool_result"}]}}',
    '{"type":"control_request"}',
  ])
    program.raw(`${line}\n`);
  program.say({ type: "keep_alive" });
  program.say(user("one"));
  assert.equal((await program.line("result"))["result"], "One.");
  program.raw(JSON.stringify(user("two")));
  const { code } = await program.close();
  assert.equal(code, 0);
  const warnings = program.lines.filter(({ subtype }) => subtype === "warning").map(({ message }) => String(message));
  assert.equal(warnings.length, 5, warnings.join("\n"));
  assert.deepEqual(
    program.lines.filter(({ type }) => type === "result").map(({ result }) => result),
    ["One.", "Two."],
  );
});

test("reads a line of over a megabyte, delivers all of it to the model, and writes all output to a slow reader", async () => {
  const long = `${"grüße ".repeat(50_000)}!`;
  await using cox = await openCox(["Read."]);
  const program = drive(cox, [], { late: true });
  program.say(user(long, { note: "x".repeat(1_000_000) }));
  const { code } = await program.close();
  assert.equal(code, 0);
  assert.ok(lastRequest(cox).includes(long));
  assert.equal(program.lines.at(-1)?.["result"], "Read.");
});

test("denies an open question when the program closes its input, and finishes the received messages", async () => {
  await using cox = await openCox([RUN, "Left undone.", "Second."]);
  const program = drive(cox);
  program.say(user("go"));
  program.say(user("and then"));
  await program.line("control_request");
  const { code } = await program.close();
  assert.equal(code, 0);
  assert.deepEqual(
    program.lines.filter(({ type }) => type === "result").map(({ result }) => result),
    ["Left undone.", "Second."],
  );
  assert.match(JSON.stringify(cox.server.requests[1]?.body), /no longer answers questions/);
  await assert.rejects(cox.read("ran.txt"));
});

test("steers the run with a message for now, and queues one for next", async () => {
  await using cox = await openCox([RUN, "Steered.", "Followed."]);
  const program = drive(cox, ["go"]);
  const asked = await program.line("control_request");
  program.say(user("to port!", { priority: "now" }));
  program.say(user("then moor", { priority: "next" }));
  program.answer(asked, { behavior: "allow" });
  const result = await program.line("result");
  assert.deepEqual([result["result"], result["num_turns"]], ["Followed.", 3]);
  assert.match(JSON.stringify(cox.server.requests[1]?.body), /to port!/);
  assert.equal((await program.close()).code, 0);
});

test("changes the mode and the model, and rejects invalid requests with a reason", async () => {
  await using cox = await openCox([RUN, "Done."]);
  const program = drive(cox);
  const ask = async (request: object) => {
    program.say({ type: "control_request", request_id: "r", request });
    return (await program.line("control_response"))["response"] as Line;
  };
  const begun = await ask({ subtype: "initialize", hooks: null });
  assert.match(JSON.stringify(begun), /"subtype":"success".*"name":"compact"/);
  assert.match(String((await ask({ subtype: "initialize", hooks: { PreToolUse: [{}] } }))["error"]), /does not support hooks/);
  assert.match(String((await ask({ subtype: "rewind_files" }))["error"]), /Unknown control request: "rewind_files"/);
  assert.match(String((await ask({ subtype: "set_permission_mode", mode: "free" }))["error"]), /Unknown permission mode: "free"/);
  assert.equal((await ask({ subtype: "set_model", model: "no-such-model-anywhere" }))["subtype"], "error");
  assert.equal((await ask({ subtype: "set_model" }))["subtype"], "success");
  assert.equal((await ask({ subtype: "set_permission_mode", mode: "bypassPermissions" }))["subtype"], "success");
  program.say(user("go"));
  assert.equal((await program.line("result"))["result"], "Done.");
  assert.equal(await cox.read("ran.txt"), "ran\n");
  const { code } = await program.close();
  assert.equal(code, 0);
  assert.ok(!program.lines.some(({ type }) => type === "control_request"));
});

test("asks the program nothing with -p unless --permission-prompt-tool is set", async () => {
  await using cox = await openCox([RUN, "No.", RUN, "Done."]);
  const silent = drive(cox, ["-p", "go"]);
  await silent.line("result");
  const ended = await silent.close();
  assert.match(ended.stderr, /not allowed: bash\. To allow: --allow/);
  const asking = drive(cox, ["-p", "--permission-prompt-tool", "stdio", "go"]);
  asking.answer(await asking.line("control_request"), { behavior: "allow" });
  await asking.line("result");
  await asking.close();
  assert.equal(await cox.read("ran.txt"), "ran\n");
});

test("accepts the command line of the Agent SDK", async () => {
  await using cox = await openCox(["Here."]);
  const program = drive(cox, ["--verbose", "--permission-prompt-tool=stdio", "--include-partial-messages"]);
  const request = { subtype: "initialize", hooks: null, sdkMcpServers: [], systemPrompt: [""], promptSuggestions: false };
  program.say({ type: "control_request", request_id: "i", request });
  assert.equal(((await program.line("control_response"))["response"] as Line)["subtype"], "success");
  program.say(user("go", { session_id: "", parent_tool_use_id: null }));
  assert.equal((await program.line("result"))["result"], "Here.");
  assert.equal((await program.close()).code, 0);
});

test("saves no session without messages, and rejects the text output format", async () => {
  await using cox = await openCox();
  assert.equal((await drive(cox).close()).code, 0);
  assert.deepEqual(await cox.sessionFiles(), []);
  const { code, stderr } = await cox.run(["--input-format", "stream-json"], { stdin: "" });
  assert.deepEqual([code, stderr], [2, "cox: --input-format stream-json needs --output-format stream-json\n"]);
});

test("keeps a background command across runs, and starts a run with a result when it ends", async () => {
  const begin = { calls: [{ name: "bash", input: { command: "while [ ! -e go ]; do sleep 0.05; done; echo over", background: true } }] };
  await using cox = await openCox([begin, "Begun.", "Then.", "It is over."]);
  const program = drive(cox, ["--yes"]);
  program.say(user("begin"));
  assert.equal((await program.line("result"))["result"], "Begun.");
  program.say(user("then"));
  assert.equal((await program.line("result"))["result"], "Then.");
  await cox.write("go", "");
  assert.equal((await program.line("result"))["result"], "It is over.");
  assert.match(lastRequest(cox), /over/);
  assert.equal((await program.close()).code, 0);
});
