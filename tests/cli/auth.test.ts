import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { openCox } from "./cox-scene.ts";

const KEY = "sk-kept-canary-0123456789";

test("S0-04: saves a piped key in a private file and sends it to the provider", async () => {
  await using cox = await openCox(["Hello."]);
  const env = { ANTHROPIC_API_KEY: undefined };
  const saved = await cox.run(["auth", "set", "anthropic"], { stdin: `${KEY}\n`, env });
  assert.deepEqual([saved.code, saved.stdout], [0, ""], saved.stderr);
  assert.equal((await stat(join(cox.home, "data", "credentials.json"))).mode & 0o777, 0o600);
  assert.equal((await cox.run(["go"], { env })).code, 0);
  assert.equal(cox.server.requests[0]?.headers["x-api-key"], KEY);
  assert.match((await cox.run(["auth"], { env })).stdout, /^anthropic +stored$/m);
});

test("exposes a saved key to no command, log or other program", async () => {
  const look = { calls: [{ name: "bash", input: { command: "env; cat ../home/data/credentials.json; echo looked" } }] };
  await using cox = await openCox([look, "Done."]);
  const env = { ANTHROPIC_API_KEY: undefined };
  await cox.run(["auth", "set", "anthropic"], { stdin: KEY, env });
  const debug = join(cox.home, "debug.jsonl");
  const { code, stdout, stderr } = await cox.run(["go", "--yes", "--debug", debug], { env });
  assert.equal(code, 0, stderr);
  const [session = ""] = await cox.sessionFiles();
  const texts = [stdout, stderr, await readFile(session, "utf8"), await readFile(debug, "utf8")];
  for (const body of cox.server.requests.map((request) => JSON.stringify(request.body))) texts.push(body);
  assert.ok(texts.some((text) => text.includes("looked")));
  for (const text of texts) assert.ok(!text.includes(KEY), text);
});

test("saves nothing without piped input or a terminal", async () => {
  await using cox = await openCox();
  const { code, stderr } = await cox.run(["auth", "set", "anthropic"]);
  assert.deepEqual([code, stderr], [2, "cox: no key given. Pipe it in, or run this at a terminal and type it\n"]);
});

test("S0-44: names both ways to provide a missing key", async () => {
  await using cox = await openCox();
  const { code, stderr } = await cox.run(["go", "-m", "openai/gpt-5"]);
  assert.deepEqual([code, stderr], [1, "cox: no API key for OpenAI. Set OPENAI_API_KEY, or run cox auth set openai.\n"]);
});
