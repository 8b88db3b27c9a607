import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { type CoxScene, openCox } from "./cox-scene.ts";

/** Writes an extension of the user and returns its path. */
const own = async ({ home }: CoxScene, name: string, text: string): Promise<string> => {
  const path = join(home, "extensions", `${name}.ts`);
  await mkdir(join(home, "extensions"), { recursive: true });
  await writeFile(path, text);
  return path;
};

/** Errors without a frame in the extension's file. */
const THROWN: Readonly<Record<string, readonly [code: string, told: RegExp]>> = {
  word: ['setTimeout(() => { throw "a word"; }, 1)', /^a word$/],
  nothing: ["setTimeout(() => { throw undefined; }, 1)", /^undefined$/],
  mute: ["setTimeout(() => { throw Object.create(null); }, 1)", /^a value that cannot be printed$/],
  rejected: ['void Promise.reject("a word")', /^a word$/],
  parsed: ['void Promise.resolve("{").then(JSON.parse)', /in JSON at position 1/],
  file: ['void import("node:fs/promises").then(({ readFile }) => void readFile("/no/such/file"))', /^ENOENT: no such file/],
  stream: ['void import("node:fs").then(({ createReadStream }) => void createReadStream("/no/such/file"))', /^ENOENT: no such file/],
  program: ['void import("node:child_process").then(({ spawn }) => void spawn("/no/such/program"))', /^spawn .*ENOENT$/],
  fetched: ['void fetch("http://127.0.0.1:1/")', /^(?:fetch failed|bad port)/],
};

test("reports uncaught errors of any kind with the extension's name and continues the run", async () => {
  await using cox: CoxScene = await openCox(async () => {
    for (const name of Object.keys(THROWN)) await cox.latest().seen(`the extension ${name} (`);
    return "ok";
  });
  const paths = new Map<string, string>();
  for (const [name, [code]] of Object.entries(THROWN)) {
    paths.set(name, await own(cox, name, `export const extension = () => { ${code}; };`));
  }
  const { code, stdout, stderr } = await cox.run(["go"]);
  assert.deepEqual([code, stdout], [0, "ok\n"], stderr);
  for (const [name, [, message]] of Object.entries(THROWN)) {
    const before = `cox: uncaught error in the extension ${name} (${paths.get(name)}): `;
    const line = stderr.split("\n").find((one) => one.startsWith(before)) ?? assert.fail(`${name} is not reported: ${stderr}`);
    assert.match(line.slice(before.length), message, name);
  }
});

test("reports errors of a skipped or unloaded extension with its name and continues", async () => {
  await using cox = await openCox(() => "ok");
  const out = await own(
    cox,
    "out",
    'export const extension = () => { setTimeout(() => { throw new Error("later"); }, 1); throw new Error("first"); };',
  );
  const gone = await own(
    cox,
    "unloaded",
    'export const extension = () => () => void setTimeout(() => { throw new Error("at the end"); }, 1);',
  );
  const { code, stdout, stderr } = await cox.run(["go"]);
  assert.deepEqual([code, stdout], [0, "ok\n"], stderr);
  const lines = stderr.split("\n").filter((line) => !line.includes(" tokens, "));
  assert.deepEqual(lines, [
    `cox: the extension out (${out}) is skipped: first.`,
    `cox: uncaught error in the extension out (${out}): later`,
    `cox: uncaught error in the extension unloaded (${gone}): at the end`,
    "",
  ]);
});

test("attributes errors after a tool, a hook or a subscriber to its extension", async () => {
  const fails = 'void fetch("http://127.0.0.1:1/")';
  const names = ["hook", "subscriber", "tool"];
  let turn = 0;
  await using cox: CoxScene = await openCox(async () => {
    if ((turn += 1) === 1) return { calls: [{ name: "leave", input: {} }] };
    for (const name of names) await cox.latest().seen(`the extension ${name} (`);
    return "ok";
  });
  for (const [name, code] of Object.entries({
    hook: `cox.registerHook({ event: "turn_start", run() { ${fails}; } })`,
    subscriber: `cox.subscribe(() => { ${fails}; })`,
    tool: `cox.registerTool({ name: "leave", description: "L.", effect: "read", inputSchema: { type: "object" }, async execute() {
      ${fails}; return "left";
    } })`,
  }))
    await own(cox, name, `export const extension = (cox) => { ${code}; };`);
  const { code, stdout, stderr } = await cox.run(["go"]);
  assert.deepEqual([code, stdout], [0, "ok\n"], stderr);
  for (const name of names) assert.match(stderr, new RegExp(`^cox: uncaught error in the extension ${name} .*: `, "m"));
});

test("interrupts a stalled run as the user would, and saves the session", async () => {
  await using cox = await openCox([{ calls: [{ name: "wait", input: {} }] }, "on"]);
  await own(
    cox,
    "never",
    'export const extension = (cox) => cox.registerTool({ name: "wait", description: "W.", effect: "read", inputSchema: { type: "object" }, execute: () => new Promise(() => {}) });',
  );
  const { code, stdout, stderr } = await cox.run(["go"]);
  assert.deepEqual([code, stdout], [130, ""]);
  assert.match(stderr, /^cox: internal error: the run stalled\. /m);
  assert.doesNotMatch(stderr, /top-level await/);
  assert.equal((await cox.run(["-c", "continue"])).stdout, "on\n");
});

test("returns the answer although a hook never settles after the run", async () => {
  await using cox = await openCox(() => "ok");
  await own(cox, "never", 'export const extension = (cox) => cox.registerHook({ event: "run_end", run: () => new Promise(() => {}) });');
  const { code, stdout, stderr } = await cox.run(["go"]);
  assert.deepEqual([code, stdout], [0, "ok\n"], stderr);
});

test("separates an extension's output from the answer", async () => {
  await using cox = await openCox(() => "ok");
  const prints = 'console.log("loud"); console.info("louder"); console.table([{ a: 1 }])';
  await own(
    cox,
    "loud",
    `export const extension = (cox) => { ${prints}; cox.registerHook({ event: "turn_end", run() { console.log("at the end"); } }); };`,
  );
  const { code, stdout, stderr } = await cox.run(["go", "--output-format", "json"]);
  assert.equal(code, 0);
  assert.equal((JSON.parse(stdout) as { readonly result: string }).result, "ok");
  assert.match(stderr, /^loud\nlouder\n[^]*\nat the end\n/);
});
