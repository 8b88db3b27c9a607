import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { COX, jsonLines, openCox } from "./cox-scene.ts";

const USAGE: readonly (readonly [readonly string[], string])[] = [
  [["--modle", "x"], "unknown option: --modle; did you mean --model?"],
  [["-z", "x"], "unknown option: -z; see cox --help"],
  [["sessions", "--jsn"], "unknown option: --jsn; did you mean --json?"],
  [["sessions", "lst"], "unknown action: lst; did you mean list?"],
  [["tour", "guide"], "unexpected argument: guide"],
  [["sessions", "list", "all"], "unexpected argument: all"],
  [["go", "--model"], "--model needs a value: --model REF"],
  [["go", "--model", "--yes"], "--model needs a value: --model REF"],
  [["go", "--yes=no"], "--yes takes no value"],
  [["go", "--max-turns", "-1"], "--max-turns needs a value: --max-turns N"],
  [["go", "--max-turns", "two"], "--max-turns must be a whole number, not two"],
  [["go", "--thinking", "hard"], "--thinking must be one of off, minimal, low, medium, high, xhigh, not hard"],
  [["go", "--output-format", "xml"], "--output-format must be one of text, json, stream-json, not xml"],
  [["go", "-c", "-r", "x"], "--continue and --resume cannot be combined"],
  [["go", "-c", "--no-session"], "--continue and --no-session cannot be combined"],
  [["go", "--verbose"], "--verbose needs --output-format stream-json. Use --debug FILE for a log"],
  [["go", "--include-partial-messages"], "--include-partial-messages needs --output-format stream-json"],
  [["go", "--base-url", "localhost:8080"], "--base-url must be an http or https URL, not localhost:8080"],
  [["go", "--cwd", "/no/such/folder"], "no such folder: /no/such/folder"],
  [["-c", "--fork"], 'no task given. Try: cox "fix the failing test"'],
  [["go", "--fork"], "--fork needs -c or -r ID"],
  [[], 'no task given. Try: cox "fix the failing test"'],
];

test("rejects an invalid command line with one line and exit code 2", async () => {
  await using cox = await openCox();
  for (const [args, message] of USAGE) {
    const { code, stdout, stderr } = await cox.run(args);
    assert.deepEqual({ args, code, stdout, stderr }, { args, code: 2, stdout: "", stderr: `cox: ${message}\n` });
  }
  assert.equal(cox.server.requests.length, 0);
});

test("T11: reports a removed working folder in one line, and does not need one for --version", async () => {
  await using cox = await openCox();
  const { stdout, stderr } = await cox.run([], { program: ["-e", IN_A_REMOVED_FOLDER] });
  assert.equal(stderr, "cox: the current folder no longer exists: change to another one\n");
  assert.match(stdout, /^2\n\d+\.\d+\.\d+\n0\n$/);
});

const IN_A_REMOVED_FOLDER = `
  const { mkdirSync, rmdirSync } = require("node:fs");
  const { spawnSync } = require("node:child_process");
  mkdirSync("here");
  process.chdir("here");
  rmdirSync("../here");
  for (const argument of ["task", "--version"]) {
    const { status } = spawnSync(process.execPath, [...${JSON.stringify(COX)}, argument], { stdio: ["ignore", "inherit", "inherit"] });
    process.stdout.write(status + "\\n");
  }
`;

test("supports --help and --version for the program and each command", async () => {
  await using cox = await openCox();
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, "..", "..", "packages", "cli", "package.json"), "utf8")) as {
    version: string;
  };
  assert.deepEqual(await cox.run(["--version"]), { code: 0, signal: null, stdout: `${version}\n`, stderr: "", summary: "" });
  const { code, stdout } = await cox.run(["--help"]);
  assert.equal(code, 0);
  assert.match(stdout, /^Usage: cox \[options\] \["task"\]/);
  for (const command of ["sessions", "models", "doctor", "tour"]) {
    assert.match(stdout, new RegExp(`\n {2}${command} `));
    const own = await cox.run([command, "--help"]);
    assert.match(own.stdout, new RegExp(`^Usage: cox ${command}`));
    assert.deepEqual([own.code, own.stderr], [0, ""]);
    for (const args of [
      ["help", command],
      ["--help", command],
      ["-h", command],
    ])
      assert.deepEqual(await cox.run(args), own);
  }
  const mistyped = await cox.run(["help", "sesions"]);
  assert.deepEqual([mistyped.code, mistyped.stderr], [2, "cox: unknown command: sesions; did you mean sessions?\n"]);
});

const LOOK = { calls: [{ name: "ls", input: { path: "." } }] };

test("--max-turns stops the run: exit code 3, error_max_turns, and the session can be continued", async () => {
  await using cox = await openCox([LOOK, LOOK, LOOK, "done"]);
  const { code, stdout, stderr } = await cox.run(["go", "--max-turns", "2", "--output-format", "stream-json"]);
  const last = jsonLines(stdout).at(-1);
  assert.deepEqual(
    [code, last?.["subtype"], last?.["is_error"], last?.["num_turns"], last?.["terminal_reason"]],
    [3, "error_max_turns", true, 2, "max_turns"],
  );
  assert.equal(stderr, 'cox: the run reached its limit of 2 turns. Continue with: cox -c "what to do next"\n');
  assert.equal((await cox.run(["-c", "continue"])).stdout, "done\n");
});

test("--base-url uses any OpenAI-compatible server with its own key: the named model, or the first one it serves", async () => {
  await using cox = await openCox(() => "ahoy");
  const url = `${cox.server.url}/v1`;
  const first = await cox.run(["go", "--base-url", url, "--output-format", "stream-json"]);
  assert.equal(first.code, 0, first.stderr);
  assert.equal(jsonLines(first.stdout)[0]?.["model"], "custom/loopback");
  const named = await cox.run(["go", "--base-url", url, "-m", "qwen/coder"], { env: { COX_API_KEY: "own-key-123" } });
  assert.equal(named.stdout, "ahoy\n", named.stderr);
  assert.deepEqual(
    cox.server.requests.map(({ wire, model, headers }) => [wire, model, headers.authorization]),
    [
      ["openai-chat", "loopback", undefined],
      ["openai-chat", "qwen/coder", "Bearer own-key-123"],
    ],
  );
  const without = await cox.run(["-c", "again"]);
  const line = "cox: this session used a model at --base-url URL. Add --base-url again, or choose another model with -m\n";
  assert.deepEqual([without.code, without.stderr], [2, line]);
  const continued = await cox.run(["-c", "again", "--base-url", url]);
  assert.equal(continued.stdout, "ahoy\n", continued.stderr);
});

test("resolves the model: -m over COX_MODEL over settings over the default", async () => {
  await using cox = await openCox(() => "ok");
  const model = async (args: readonly string[], env = {}): Promise<string | undefined> => {
    const { code, stderr } = await cox.run(["go", "--no-session", ...args], { env });
    assert.equal(code, 0, stderr);
    return cox.server.requests.at(-1)?.model;
  };
  const fallback = await model([]);
  await writeFile(join(cox.home, "settings.json"), '{ "model": "anthropic/from-settings" } // mine');
  const COX_MODEL = "anthropic/from-environment";
  assert.deepEqual(
    [await model([]), await model([], { COX_MODEL }), await model(["-m", "anthropic/from-flag"], { COX_MODEL })],
    ["from-settings", "from-environment", "from-flag"],
  );
  assert.match(String(fallback), /^claude-/);
});

test("uses a key and base URL of the environment with each provider's wire format, and never those in a project's files", async () => {
  const providers = [
    ["ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "", "anthropic"],
    ["OPENAI_API_KEY", "OPENAI_BASE_URL", "/v1", "openai-responses"],
    ["GEMINI_API_KEY", "GOOGLE_GEMINI_BASE_URL", "", "gemini"],
  ] as const;
  await using elsewhere = await openCox(() => "not asked");
  for (const [key, base, path, wire] of providers) {
    await using cox = await openCox(() => "ahoy");
    const url = elsewhere.server.url + path;
    await cox.write(".env", `${base}=${url}\n${key}=of-the-project\nCOX_MODEL=custom/other\n`);
    await cox.write(".coxswain/settings.json", JSON.stringify({ providers: { [wire.split("-")[0] ?? ""]: { baseURL: url } } }));
    await cox.write(".claude/settings.json", JSON.stringify({ env: { [base]: url } }));
    const env = { ANTHROPIC_API_KEY: undefined, ANTHROPIC_BASE_URL: undefined, [key]: "key-of-the-person", [base]: cox.server.url + path };
    for (const args of [["go"], ["go", "--trust"]]) {
      const { stdout, stderr } = await cox.run(args, { env });
      assert.equal(stdout, "ahoy\n", stderr);
    }
    const [request, ...others] = cox.server.requests;
    assert.deepEqual([request?.wire, others.length], [wire, 1]);
    assert.ok(JSON.stringify(request?.headers).includes("key-of-the-person"));
  }
  assert.equal(elsewhere.server.requests.length, 0);
});

test("reads a project's settings once it is trusted, and ignores those that a project cannot set", async () => {
  await using cox = await openCox(() => "ok");
  await cox.write(".coxswain/settings.json", '{ "model": "anthropic/of-the-project", "allow": ["bash"] }');
  await cox.run(["go", "--no-session"]);
  assert.notEqual(cox.server.requests.at(-1)?.model, "of-the-project");
  const { stderr } = await cox.run(["go", "--no-session", "--trust"]);
  assert.equal(cox.server.requests.at(-1)?.model, "of-the-project");
  assert.match(stderr, /cox: .*allow.*cannot be set by a project/);
  await cox.run(["go", "--no-session"]);
  assert.equal(cox.server.requests.at(-1)?.model, "of-the-project");
});

test("--system-prompt and --append-system-prompt change the system prompt", async () => {
  await using cox = await openCox(() => "ok");
  await cox.run(["go", "--system-prompt", "You are a parrot.", "--append-system-prompt", "Whistle."]);
  const system = JSON.stringify(cox.server.requests[0]?.body["system"]);
  assert.match(system, /You are a parrot\..*Whistle\./);
});
