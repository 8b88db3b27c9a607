import assert from "node:assert/strict";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { Settings } from "coxswain/settings";
import type { LoopbackScript } from "coxswain/testing";
import { jsonLines, KEY, openCox, type RunOptions } from "./cox-scene.ts";

interface Failure {
  readonly name: string;
  readonly script?: LoopbackScript;
  readonly args?: readonly string[];
  readonly env?: NonNullable<RunOptions["env"]>;
  readonly settings?: Settings;
  /** The last line. */
  readonly line: RegExp;
}

const NO_KEYS = { ANTHROPIC_API_KEY: undefined };

const FAILURES: readonly Failure[] = [
  {
    name: "a wrong key",
    script: [{ fault: { kind: "status", status: 401 } }],
    line: /^cox: Anthropic did not accept the API key \(401\)\. Set a valid one in ANTHROPIC_API_KEY\.$/,
  },
  {
    name: "a model that the provider does not have",
    script: [{ fault: { kind: "status", status: 404 } }],
    args: ["-m", "anthropic/claude-nine"],
    line: /^cox: Anthropic has no model "claude-nine" at http:.*Check the model's name/,
  },
  {
    name: "a model that does not exist",
    args: ["-m", "clod-sonnet-4-5"],
    line: /^cox: no model "clod-sonnet-4-5"\. Did you mean .*claude-sonnet-4-5/,
  },
  {
    name: "no key for the model's provider",
    args: ["-m", "openai/gpt-5"],
    line: /^cox: no API key for OpenAI\. Set OPENAI_API_KEY, or run cox auth set openai\.$/,
  },
  { name: "no model at all", env: NO_KEYS, line: /^cox: no model available\. Set ANTHROPIC_API_KEY, / },
  {
    name: "no answer",
    env: { ANTHROPIC_BASE_URL: "http://127.0.0.1:1" },
    settings: { retry: { tries: 0 } },
    line: /^cox: nothing answers at 127\.0\.0\.1:1 \(ECONNREFUSED\)\./,
  },
  {
    name: "a server that lists no models",
    args: ["--base-url", "http://127.0.0.1:1/v1"],
    line: /^cox: the server at http:\/\/127\.0\.0\.1:1\/v1 lists no models\. .* or name a model with -m/,
  },
];

/** Lists every file below a folder, including the trash. */
const filesBelow = async (folder: string): Promise<readonly string[]> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
};

for (const { name, script, args = [], env = {}, settings = {}, line } of FAILURES) {
  test(`${name}: one clear line, exit code 1, and no session is left`, async () => {
    await using cox = await openCox(script ?? []);
    await cox.set(settings);
    const { code, stdout, stderr } = await cox.run(["go", ...args], { env });
    assert.equal(code, 1);
    assert.match(stderr.trimEnd(), line);
    assert.equal(stderr.trimEnd().split("\n").length, 1);
    assert.equal(stdout, "");
    assert.deepEqual(await filesBelow(join(cox.home, "data")), []);
  });
}

test("reports a failure in JSON with one result whose subtype matches the exit code", async () => {
  for (const { script, args = [], env = {}, settings = {} } of FAILURES) {
    await using cox = await openCox(script ?? []);
    await cox.set(settings);
    const { code, stdout } = await cox.run(["go", ...args, "--output-format", "stream-json"], { env });
    const results = jsonLines(stdout).filter(({ type }) => type === "result");
    assert.deepEqual(
      results.map(({ subtype, is_error, errors }) => [subtype, is_error, (errors as readonly string[]).length]),
      [["error_during_execution", true, 1]],
    );
    assert.equal(code, 1);
  }
});

test("creates nothing without a model", async () => {
  await using cox = await openCox();
  await cox.run(["go"], { env: NO_KEYS });
  // The folder may contain the compile cache, and the scene writes the settings.
  assert.deepEqual(
    (await readdir(cox.home)).filter((name) => name !== "cache"),
    ["settings.json"],
  );
});

test("saves an answered session when a later request fails", async () => {
  await using cox = await openCox(["one", { fault: { kind: "status", status: 401 } }, "three"]);
  await cox.run(["first"]);
  assert.equal((await cox.run(["-c", "second"])).code, 1);
  assert.equal((await cox.sessionFiles()).length, 1);
  assert.equal((await cox.run(["-c", "third"])).stdout, "three\n");
});

test("removes a fork whose model cannot be reached, and continues the original session", async () => {
  await using cox = await openCox(["one", { fault: { kind: "status", status: 401 } }, "three"]);
  await cox.run(["first"]);
  const before = await filesBelow(join(cox.home, "data"));
  assert.equal((await cox.run(["-c", "--fork", "turn starboard"])).code, 1);
  assert.deepEqual(await filesBelow(join(cox.home, "data")), before);
  assert.equal((await cox.run(["-c", "third"])).stdout, "three\n");
  assert.ok(!cox.server.requests.at(-1)?.text.includes("starboard"));
});

test("L24: writes a private debug file, and no key to it, to the output or to saved files", async () => {
  const environment = { calls: [{ name: "bash", input: { command: "env" } }] };
  const refusal = {
    fault: { kind: "status", status: 401, body: { type: "error", error: { type: "authentication_error", message: `bad key ${KEY}` } } },
  } as const;
  await using cox = await openCox([environment, refusal]);
  const debug = join(cox.project, "debug.jsonl");
  const { stdout, stderr } = await cox.run([`my key is ${KEY}`, "--yes", "--debug", debug]);
  const log = await readFile(debug, "utf8");
  const types = jsonLines(log).map(({ type }) => type);
  assert.deepEqual([types[0], types.at(-1)], ["start", "end"]);
  assert.ok(types.includes("tool_end") && log.includes("[redacted]"));
  assert.equal((await stat(debug)).mode & 0o777, 0o600);
  assert.ok(!`${log}${stdout}${stderr}`.includes(KEY));
  const [session = ""] = await cox.sessionFiles();
  const content = await readFile(session, "utf8");
  assert.ok(!content.includes(KEY) && content.includes("my key is [masked:key]"));
});

test("L24: writes no password of a URL to the debug file, the output or the session", async () => {
  await using cox = await openCox(["done"]);
  const debug = join(cox.project, "debug.jsonl");
  const base = cox.server.url.replace("http://", "http://user:canary-0123456789@");
  const { stdout, stderr } = await cox.run([`ask at ${base}`, "--base-url", `${base}/v1`, "-m", "x", "--debug", debug]);
  assert.equal(stdout, "done\n", stderr);
  const [session = ""] = await cox.sessionFiles();
  for (const text of [await readFile(debug, "utf8"), stdout, stderr, await readFile(session, "utf8")])
    assert.ok(!text.includes("canary-"), text);
});

test("L13: reports on the last line that later entries are lost when the session's file is removed", async () => {
  await using cox = await openCox(async (_, turn) => {
    if (turn === 0) return { text: "I look.", calls: [{ name: "ls", input: {} }] };
    for (const path of await cox.sessionFiles()) await rm(path);
    return "Here it is.";
  });
  const { code, stderr } = await cox.run(["list the files"]);
  assert.equal(code, 1);
  assert.match(stderr, /was moved, replaced or deleted while the session was open/);
  assert.equal(
    stderr.trimEnd().split("\n").at(-1),
    "cox: could not write the last entries of the session; everything before them is saved",
  );
});
