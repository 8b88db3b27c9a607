import assert from "node:assert/strict";
import { test } from "node:test";
import { openCox } from "./cox-scene.ts";

const SCRIPT = [
  { text: "I look.", calls: [{ name: "ls", input: { path: "." } }], usage: { input: 10, cacheWrite: 5_000, output: 30 } },
  { text: "Nothing.", usage: { input: 5, cacheRead: 5_000, cacheWrite: 100, output: 20 } },
];

test("cox context shows the next request of the folder's latest session with AGENTS.md, and sends none", async () => {
  await using cox = await openCox(SCRIPT);
  await cox.write("AGENTS.md", "Use tabs.");
  await cox.run(["List the files."]);
  const { code, stdout, stderr } = await cox.run(["context"]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /^tools \(\d+\) +[\d,]+ +\d+%$/m);
  assert.match(stdout, /^ {2}project +\d+$/m);
  assert.match(stdout, /^total +5,125 +\d+% of [\d,]+$/m);
  assert.match(stdout, /costs \$\d\.\d+ with a warm cache and\n\$\d\.\d+ with a cold one/);
  assert.match(stdout, /5,000 read from the provider's cache and 100 written/);
  assert.equal(cox.server.requests.length, 2);
});

test("cox context finds a session by an id prefix, supports JSON, and works while it is open elsewhere", async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const asked = Promise.withResolvers<void>();
  await using cox = await openCox((_, turn) => {
    if (turn === 0) return "one";
    asked.resolve();
    return { text: "two", before: held };
  });
  await cox.run(["first"]);
  const open = cox.start(["-c", "second"]);
  await asked.promise;
  const { code, stdout } = await cox.run(["context", "0", "--json"], { cwd: cox.home });
  assert.equal(code, 0);
  const report = JSON.parse(stdout) as { readonly items: readonly { readonly kind: string; readonly name: string }[] };
  assert.deepEqual(
    report.items.filter(({ kind }) => kind === "person").map(({ name }) => name),
    ["first", "second"],
  );
  release();
  assert.equal((await open.ended).code, 0);
});

test("cox context fails with one line and exit code 1 without a session", async () => {
  await using cox = await openCox();
  const { code, stderr } = await cox.run(["context"]);
  assert.deepEqual([code, stderr], [1, `cox: no sessions in ${cox.project} yet.\n`]);
});

test("cacheTtl requests a cache lifetime of one hour from Anthropic", async () => {
  await using cox = await openCox(["fine"]);
  await cox.set({ cacheTtl: "1h" });
  await cox.run(["go"]);
  assert.match(cox.server.requests[0]?.text ?? "", /"cache_control":\{"type":"ephemeral","ttl":"1h"\}/);
});
