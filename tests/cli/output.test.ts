import assert from "node:assert/strict";
import { test } from "node:test";
import { ACTIVE, jsonLines, messageIn, openCox } from "./cox-scene.ts";

const LOOK = { text: "I look.", calls: [{ name: "ls", input: { path: "." } }] };
const USAGE = { input: 100, cacheRead: 20, cacheWrite: 3, output: 7 };

test("S0-80: text: prints only the final answer to stdout, and a line for each tool call to stderr", async () => {
  await using cox = await openCox([LOOK, "There is one file."]);
  const { code, stdout, stderr } = await cox.run(["list the files"]);
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: "There is one file.\n", stderr: "> ls  .\n" });
});

test("text: shows a failed call with its message, and a failed command with its exit code and last lines", async () => {
  const calls = [
    { name: "read", input: {} },
    { name: "bash", input: { command: "echo first; exit 3" } },
  ];
  await using cox = await openCox([{ calls }, "Done."]);
  const { stderr } = await cox.run(["go", "--allow", "bash"]);
  assert.match(stderr, /^! read invalid_input: The arguments of read are not valid: - path: is missing/m);
  assert.match(stderr, /^! bash failed: exit code 3\n {2}\| first$/m);
});

test("text: shows the last line of a successful command", async () => {
  await using cox = await openCox([{ calls: [{ name: "bash", input: { command: "echo one; echo two" } }] }, "Done."]);
  const { stderr } = await cox.run(["go", "--allow", "bash"]);
  assert.equal(stderr, "> bash  echo one; echo two\n  | two\n");
});

test("text: shows the last five lines of a failed command", async () => {
  const command = "for i in 1 2 3 4 5 6 7; do echo line $i; done; echo 'no \u001b[2J' >&2; exit 2";
  await using cox = await openCox([{ calls: [{ name: "bash", input: { command } }] }, "Done."]);
  const { stderr } = await cox.run(["go", "--yes"]);
  assert.match(stderr, /\n! bash failed: exit code 2\n {2}\| line 4\n {2}\| line 5\n {2}\| line 6\n {2}\| line 7\n {2}\| no.*\n$/);
  assert.doesNotMatch(stderr.replaceAll("\n", ""), ACTIVE);
});

test("text: truncates neither the reason of a denied call nor the advice about it", async () => {
  const command = `curl ${"https://example.org/a-long-address-of-a-page ".repeat(6)}end`;
  await using cox = await openCox([{ calls: [{ name: "bash", input: { command } }] }, "Done."]);
  const { stderr } = await cox.run(["-p", "go"]);
  assert.match(stderr, /^! bash denied: nothing allows .*"$/m);
  assert.match(stderr, /^cox: not allowed: bash\. .*end.*\.$/m);
});

test("text: ends each run with one line of time, turns, tokens, cost and session", async () => {
  await using cox = await openCox(() => ({ text: "Done.", usage: USAGE }));
  const model = ["-m", "anthropic/claude-sonnet-4-5"];
  assert.match((await cox.run(["go", ...model])).summary, /^cox: \d+\.\d s, 1 turn, [\d,]+ tokens, \$0\.\d+, session [0-9a-f]{8}\n$/);
  const id = /session (\S+)\n/.exec((await cox.run(["-p", "-c", "go", ...model])).summary)?.[1] ?? "";
  assert.equal((await cox.run(["-r", id, "again"])).code, 0);
  assert.match((await cox.run(["go", "--no-session"])).summary, /, session not saved\n$/);
  const limited = await cox.run(["go", "--max-turns", "1", ...model]);
  assert.match(limited.summary, /^cox: /);
  for (const format of ["json", "stream-json"]) assert.equal((await cox.run(["go", "--output-format", format])).stderr, "");
});

test("wraps messages at words to COLUMNS, and does not wrap them in a pipe without it", async () => {
  await using cox = await openCox();
  const plain = await cox.run(["-r", "nothing", "go"]);
  assert.equal(plain.stderr, "cox: no session nothing. List them with: cox sessions --all\n");
  const narrow = await cox.run(["-r", "nothing", "go"], { env: { COLUMNS: "32" } });
  assert.equal(narrow.stderr, "cox: no session nothing. List\n  them with: cox sessions --all\n");
});

test("wraps the help to COLUMNS, and to 80 columns in a pipe", async () => {
  await using cox = await openCox();
  for (const [env, width] of [
    [{}, 80],
    [{ COLUMNS: "60" }, 60],
    [{ COLUMNS: "wide" }, 80],
  ] as const) {
    for (const args of [["--help"], ["sessions", "--help"], ["help", "permissions"]]) {
      const lines = (await cox.run(args, { env })).stdout.split("\n");
      assert.ok(Math.max(...lines.map(({ length }) => length)) <= width);
      assert.ok(lines.some(({ length }) => length > width - 12));
    }
  }
});

test("json: prints one object with the answer, the session, the turns, the usage and the cost", async () => {
  await using cox = await openCox([
    { ...LOOK, usage: USAGE },
    { text: "Done.", usage: USAGE },
  ]);
  const { code, stdout, stderr } = await cox.run(["go", "--output-format", "json", "-m", "anthropic/claude-sonnet-4-5"]);
  assert.equal(code, 0, stderr);
  const { session_id, duration_ms, uuid, total_cost_usd, session_cost_usd, modelUsage, ...rest } = JSON.parse(stdout) as Record<
    string,
    unknown
  >;
  assert.deepEqual(rest, {
    type: "result",
    subtype: "success",
    is_error: false,
    num_turns: 2,
    result: "Done.",
    usage: { input_tokens: 200, cache_creation_input_tokens: 6, cache_read_input_tokens: 40, output_tokens: 14 },
    permission_denials: [],
    terminal_reason: "completed",
  });
  assert.ok(typeof duration_ms === "number" && typeof uuid === "string");
  // 100 input at $3, 20 read at $0.30, 3 written at $3.75 and 7 output at $15 a million, twice.
  assert.ok(Math.abs(Number(total_cost_usd) - 2 * 0.00042225) < 1e-9, String(total_cost_usd));
  assert.equal(session_cost_usd, total_cost_usd);
  assert.deepEqual(Object.keys(modelUsage as object), ["anthropic/claude-sonnet-4-5"]);
  assert.ok((await cox.sessionFiles())[0]?.includes(String(session_id)));
});

test("stream-json: prints init, messages in Anthropic's format, tool results as the user's, and one final result", async () => {
  await using cox = await openCox([{ ...LOOK, reasoning: "Where am I?" }, "Done."]);
  const { code, stdout } = await cox.run(["go", "--output-format", "stream-json"]);
  assert.equal(code, 0);
  const lines = jsonLines(stdout);
  assert.deepEqual(
    lines.map(({ type, subtype }) => [type, subtype].filter(Boolean).join("/")),
    ["system/init", "assistant", "user", "assistant", "result/success"],
  );
  const [init, first, result, last] = lines;
  assert.deepEqual(
    { cwd: init?.["cwd"], tools: init?.["tools"], mode: init?.["permissionMode"] },
    {
      cwd: cox.project,
      tools: [
        "read",
        "write",
        "edit",
        "bash",
        "job_output",
        "job_kill",
        "grep",
        "glob",
        "ls",
        "fetch",
        "download",
        "todo",
        "task",
        "task_output",
        "task_stop",
      ],
      mode: "default",
    },
  );
  const content = messageIn(first)?.content ?? [];
  assert.deepEqual(
    content.map(({ type }) => type),
    ["thinking", "text", "tool_use"],
  );
  const [part] = messageIn(result)?.content ?? [];
  assert.deepEqual([part?.type, part?.["tool_use_id"], part?.["is_error"]], ["tool_result", content[2]?.["id"], false]);
  assert.equal(messageIn(last)?.stop_reason, "end_turn");
  assert.equal(new Set(lines.map((line) => line["session_id"])).size, 1);
  assert.equal(new Set(lines.map((line) => line["uuid"])).size, lines.length);
});

test("stream-json: partial messages add up to the whole ones", async () => {
  await using cox = await openCox([{ ...LOOK, reasoning: "Thinking about it at length." }, "A final answer in several pieces."]);
  const { stdout } = await cox.run(["go", "--output-format", "stream-json", "--include-partial-messages"]);
  const lines = jsonLines(stdout);
  const blocks: Record<string, unknown>[][] = [];
  for (const { type, event } of lines) {
    if (type === "stream_event") assemble(blocks, event as Record<string, never>);
  }
  const whole = lines.filter(({ type }) => type === "assistant").map((line) => messageIn(line)?.content);
  assert.deepEqual(blocks, whole);
});

/** Assembles a message from stream events like an Anthropic client. */
const assemble = (messages: Record<string, unknown>[][], event: Record<string, Record<string, unknown>>): void => {
  const type = event["type"] as unknown as string;
  const index = event["index"] as unknown as number;
  const block = messages.at(-1)?.[index];
  if (type === "message_start") messages.push([]);
  if (type === "content_block_start") messages.at(-1)?.push({ ...event["content_block"], json: "" });
  if (type === "content_block_delta" && block !== undefined) {
    const { text, thinking, partial_json } = event["delta"] ?? {};
    if (typeof text === "string") block["text"] += text;
    if (typeof thinking === "string") block["thinking"] += thinking;
    if (typeof partial_json === "string") block["json"] += partial_json;
  }
  if (type === "content_block_stop" && block !== undefined) {
    if (block["type"] === "tool_use") block["input"] = JSON.parse(String(block["json"]));
    delete block["json"];
  }
};

test("T9: escapes control characters in lines for people and in JSON, and preserves them in a piped answer", async () => {
  const hostile = "\u001b]0;title\u0007\u001b[2J\u009b31m\u202eevil";
  await using cox = await openCox([
    { calls: [{ name: "ls", input: { path: hostile } }] },
    hostile,
    { calls: [{ name: "ls", input: { path: hostile } }] },
    hostile,
  ]);
  const text = await cox.run(["go"]);
  assert.equal(text.stdout, `${hostile}\n`);
  assert.doesNotMatch(text.stderr, ACTIVE);
  assert.match(text.stderr, /\\x1b\]0;title\\x07/);
  const json = await cox.run(["go", "--output-format", "stream-json"]);
  assert.doesNotMatch(json.stdout, ACTIVE);
  assert.equal(jsonLines(json.stdout).at(-1)?.["result"], hostile);
});
