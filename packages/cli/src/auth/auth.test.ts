import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { loopbackProvider, type LoopbackScript } from "coxswain/testing";
import { cox } from "../cox.ts";
import { Output } from "../output/index.ts";

const KEY = "sk-canary-0123456789";

/** Collects the output of a stream. */
const written = () => {
  const stream = new PassThrough().setEncoding("utf8");
  let text = "";
  stream.on("data", (piece: string) => (text += piece));
  return { output: new Output(() => stream), read: () => text };
};

/** Runs `cox auth` with a separate home at a simulated terminal. */
const openHome = async (script: LoopbackScript = []) => {
  const home = await mkdtemp(join(tmpdir(), "cox-auth-"));
  const server = await loopbackProvider(script);
  const base = { COX_HOME: home, ANTHROPIC_BASE_URL: server.url };
  const run = async (args: readonly string[], { typed = "", env = {} }: { typed?: string; env?: Record<string, string> } = {}) => {
    const [stdout, stderr] = [written(), written()];
    const modes: boolean[] = [];
    const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (raw: boolean) => modes.push(raw) });
    stdin.write(typed);
    const signals = { on: () => signals, off: () => signals, exit: () => assert.fail("left") } as unknown as NodeJS.Process;
    const context = { env: { ...base, ...env }, cwd: home, stdin: stdin as unknown as NodeJS.ReadStream, signals };
    const code = await cox(["auth", ...args], { ...context, stdout: stdout.output, stderr: stderr.output });
    return { code, stdout: stdout.read(), stderr: stderr.read(), modes };
  };
  const file = join(home, "data", "credentials.json");
  return {
    run,
    server,
    file,
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(home, { recursive: true, force: true });
    },
  };
};

test("S0-04: saves a typed key in a private file and never shows it", async () => {
  await using home = await openHome();
  const { code, stdout, stderr, modes } = await home.run(["set", "anthropic"], { typed: `${KEY}\r` });
  assert.equal(code, 0);
  assert.match(stderr, /^Key for Anthropic \(hidden while you type\): \nSaved the key for Anthropic in .*credentials\.json\.\n$/);
  assert.ok(!(stdout + stderr).includes(KEY));
  assert.deepEqual(modes, [true, false], "the terminal is as it was");
  assert.deepEqual(JSON.parse(await readFile(home.file, "utf8")), { anthropic: KEY });
  assert.equal((await stat(home.file)).mode & 0o777, 0o600);
});

test("lists the source of each key and never the key", async () => {
  await using home = await openHome();
  await home.run(["set", "anthropic"], { typed: `${KEY}\r` });
  const { stdout } = await home.run([], { env: { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY } });
  assert.match(stdout, /^anthropic +ANTHROPIC_API_KEY, overrides the stored key\nopenai +OPENAI_API_KEY\n/);
  assert.match(stdout, /\ngoogle +no key in GEMINI_API_KEY\n/);
  assert.ok(!stdout.includes(KEY));
  assert.match((await home.run([])).stdout, /^anthropic +stored\n/);
  const lines = (await home.run(["list", "--json"])).stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(lines[0], { provider: "anthropic", label: "Anthropic", from: "file" });
  assert.deepEqual(lines[1], { provider: "openai", label: "OpenAI", from: "nowhere", variable: "OPENAI_API_KEY" });
});

test("removes a key, and reports one that was never saved", async () => {
  await using home = await openHome();
  await home.run(["set", "openai"], { typed: `${KEY}\r` });
  assert.equal((await home.run(["remove", "openai"])).stderr, "Removed the key for openai.\n");
  const again = await home.run(["remove", "openai"]);
  assert.deepEqual([again.code, again.stderr], [1, "cox: no stored key for OpenAI\n"]);
});

test("suggests the nearest provider for a typing error, and never repeats a possible key", async () => {
  await using home = await openHome();
  const slip = await home.run(["set", "antropic"]);
  assert.deepEqual([slip.code, slip.stderr], [2, "cox: unknown provider: antropic; did you mean anthropic?\n"]);
  assert.match((await home.run(["set", "zzz"])).stderr, /^cox: unknown provider: zzz\. Use one of anthropic, openai, /);
  for (const args of [
    ["set", KEY + KEY],
    ["set", "anthropic", KEY],
    ["check", "sk_ABC"],
  ]) {
    const { code, stderr } = await home.run(args);
    assert.equal(code, 2);
    assert.ok(!/canary|ABC/.test(stderr), stderr);
  }
});

test("changes nothing after a cancel", async () => {
  await using home = await openHome();
  const { code } = await home.run(["set", "anthropic"], { typed: "sk-\u0003" });
  assert.equal(code, 130);
  await assert.rejects(stat(home.file));
});

test("rejects an invalid key without showing it", async () => {
  await using home = await openHome();
  const { code, stderr } = await home.run(["set", "anthropic"], { typed: "can ary\r" });
  assert.equal(code, 1);
  assert.match(stderr, /cox: the key for anthropic is empty or contains invalid characters\. Paste it again\.\n$/);
  assert.ok(!stderr.includes("can ary"));
});

const REFUSAL = { fault: { kind: "status", status: 401 } } as const;

test("S0-04: does not save a key that the provider rejects with --check", async () => {
  await using home = await openHome([REFUSAL, "Yes."]);
  const refused = await home.run(["set", "anthropic", "--check"], { typed: `${KEY}\r`, env: { ANTHROPIC_API_KEY: "of-the-environment" } });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /cox: the key was not saved: Anthropic did not accept the API key \(401\)/);
  await assert.rejects(stat(home.file));
  const taken = await home.run(["set", "anthropic", "--check"], { typed: `${KEY}\r` });
  assert.match(taken.stderr, /Anthropic accepts the key\.\nSaved the key for Anthropic/);
  assert.deepEqual(
    home.server.requests.map(({ headers }) => headers["x-api-key"]),
    [KEY, KEY],
  );
});

test("S0-04: checks keys with one small request to each provider", async () => {
  await using home = await openHome(["Yes.", REFUSAL]);
  const env = { ANTHROPIC_API_KEY: KEY };
  assert.deepEqual(await home.run(["check"], { env }).then(({ code, stdout }) => ({ code, stdout })), {
    code: 0,
    stdout: "anthropic  accepted\n",
  });
  const refused = await home.run(["check", "anthropic", "--json"], { env });
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /^\{"provider":"anthropic","verdict":"refused","reason":"Anthropic did not accept the API key/);
  assert.equal(home.server.requests[0]?.body["max_tokens"], 16);
  assert.ok(!refused.stdout.includes(KEY));
});

test("rejects a provider without a key by name, and fails with nothing to check", async () => {
  await using home = await openHome();
  assert.match(
    (await home.run(["check", "openai"])).stdout,
    /^openai  refused  No API key for OpenAI\. Set OPENAI_API_KEY, or run cox auth set openai\.\n$/,
  );
  assert.equal((await home.run(["check"])).code, 1);
});
