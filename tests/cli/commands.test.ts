import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { jsonLines, KEY, openCox } from "./cox-scene.ts";

test("doctor names the provider with a key, never the key, and missing parts", async () => {
  await using cox = await openCox();
  const { code, stdout } = await cox.run(["doctor"], { env: { HTTPS_PROXY: "http://me:secret-word@proxy.example:3128" } });
  assert.equal(code, 0);
  assert.match(stdout, /^ok {2}Node\.js +\d+\./m);
  assert.match(stdout, /^ok {2}key +Anthropic: ANTHROPIC_API_KEY$/m);
  assert.match(stdout, /^-- {2}no key in +OPENAI_API_KEY, /m);
  assert.match(stdout, /^ok {2}model +anthropic\//m);
  assert.match(stdout, /^ok {2}proxy +HTTPS_PROXY=http:\/\/…@proxy\.example:3128$/m);
  assert.ok(!stdout.includes(KEY) && !stdout.includes("secret-word"));
});

test("doctor fails if something will not work", async () => {
  await using cox = await openCox();
  await writeFile(join(cox.home, "data"), "in the way");
  const { code, stdout } = await cox.run(["doctor"]);
  assert.equal(code, 1);
  assert.match(stdout, /^!! {2}data +.*data is not a folder: move or remove it$/m);
});

test("doctor fails if a data folder cannot be created", async () => {
  await using cox = await openCox();
  const file = join(cox.home, "a file");
  await writeFile(file, "in the way");
  const { code, stdout } = await cox.run(["doctor"], { env: { COX_HOME: join(file, "below") } });
  assert.equal(code, 1);
  for (const about of ["settings", "data", "cache"])
    assert.match(stdout, new RegExp(`^!! {2}${about} +.*a file is not a folder: move or remove it$`, "m"));
});

test("models lists the models of providers with a key, filtered by words", async () => {
  await using cox = await openCox();
  const { code, stdout, stderr } = await cox.run(["models", "SONNET", "5"]);
  assert.equal(code, 0);
  assert.match(stdout, /^anthropic\n/);
  assert.match(stdout, /^ {2}claude-sonnet-4-5 +200k +\$3\/\$15 {2}images {2}off-high$/m);
  assert.match(stdout, /^ {2}claude-sonnet-5-5 +1M .*<- default$/m);
  assert.ok(
    stdout.split("\n").every((line) => line.length <= 80 && /^(anthropic$| {2}claude-|$)/.test(line)),
    stdout,
  );
  assert.match(stderr, /more from providers without a key\. Use --all/);
  const all = jsonLines((await cox.run(["models", "--all", "--json"])).stdout);
  assert.ok(all.some(({ available }) => available === false) && all.length > 100);
});

test("tour: a scripted model fixes a project with the real loop, tools and session file", async () => {
  await using cox = await openCox();
  const { code, stdout, stderr } = await cox.run(["tour"], { env: { ANTHROPIC_API_KEY: undefined } });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^This is a tour: the model's answers come from a script\./);
  assert.match(stdout, /The project's tests pass; they were run again to verify this\. The model's answers were scripted\./);
  assert.match(stdout, /set ANTHROPIC_API_KEY/);
  assert.deepEqual(
    stderr.split("\n").flatMap((line) => (/^[>!]/.test(line) ? line.split("  ")[0] : [])),
    ["> bash", "! bash failed: exit code 1", "> read", "> edit", "> bash"],
  );
  const [file = ""] = await cox.sessionFiles();
  assert.ok(stdout.includes(file));
  const id = /cox sessions show (\S+)/.exec(stdout)?.[1] ?? "";
  const shown = await cox.run(["sessions", "show", id]);
  assert.match(shown.stdout, /Title {4}Tour\n[^]*> edit {2}src\/page-count\.js\n/);
  assert.equal(cox.server.requests.length, 0);
});
