import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { systemTimers } from "../workspace/index.ts";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";
import type { LanguageOptions } from "./index.ts";
import { lspFolder, REAL, stubServer } from "./lsp.fixture.ts";

const { signal } = new AbortController();
const FILES = { files: { "a.yaml": "one\nERROR old\n" } };

for (const behavior of ["pull", "push"]) {
  test(`an edit reports the errors that it caused, of a server that has diagnostics by ${behavior}`, async (t) => {
    const folder = lspFolder(t, { ...FILES, ...stubServer(behavior), diagnosticsTimeout: 15_000 });
    assert.deepEqual(await folder.edit("a.yaml", "zero\none\nERROR old\n"), { errors: [], unchecked: [] });
    const found = await folder.edit("a.yaml", "zero\nERROR new\none\nERROR old\n");
    assert.deepEqual(
      found?.errors.map(({ message, start, code }) => ({ message, line: start.line, code })),
      [{ message: "new", line: 1, code: "E1" }],
    );
    assert.deepEqual(found?.unchecked, []);
    assert.deepEqual(await folder.edit("b.yaml", "ERROR in a new file\n").then((added) => added?.errors.length), 1);
    assert.deepEqual(folder.warnings, []);
  });
}

/** Timers in which an edit waits 300 ms instead of 3 s. */
const impatient = { ...systemTimers, after: (ms: number, act: () => void) => systemTimers.after(ms === 3000 ? 300 : ms, act) };

test("an edit waits at most 3 s, and reports that it was not checked", async (t) => {
  const folder = lspFolder(t, { ...FILES, ...stubServer("hang"), timers: impatient });
  assert.deepEqual(await folder.edit("a.yaml", "two\n"), { errors: [], unchecked: ["its server did not answer within 3 s"] });
});

test("an edit does not wait for a server that is busy with an earlier one", async (t) => {
  const folder = lspFolder(t, { ...FILES, ...stubServer("hang"), timers: impatient });
  for (let edits = 0, isBusy = false; !isBusy; edits++) {
    const found = await folder.edit("a.yaml", `${edits}\n`);
    isBusy = found?.unchecked[0] === "its server is still busy with an earlier change";
  }
});

test("a server that was late checks edits again once it has answered", async (t) => {
  const waits = [100];
  const after = (ms: number, act: () => void) => systemTimers.after(ms === 15_000 ? (waits.pop() ?? ms) : ms, act);
  const folder = lspFolder(t, { ...FILES, ...stubServer("slow"), diagnosticsTimeout: 15_000, timers: { ...systemTimers, after } });
  assert.deepEqual((await folder.edit("a.yaml", "two\n"))?.unchecked, ["its server did not answer within 15 s"]);
  const isBusy = async (text: string) =>
    (await folder.edit("a.yaml", text))?.unchecked[0] === "its server is still busy with an earlier change";
  for (let edits = 0; await isBusy(`${edits}\n`); edits++) await new Promise((resolve) => setImmediate(resolve));
  assert.equal((await folder.edit("a.yaml", "ERROR\n"))?.errors.length, 1);
});

test("a run that ends does not wait for the check of an edit", async (t) => {
  const folder = lspFolder(t, { ...FILES, ...stubServer("hang"), diagnosticsTimeout: 15_000 });
  const run = new AbortController();
  const finish = async () => {
    const check = await folder.servers.beginEdit([folder.at("a.yaml")]);
    folder.write("a.yaml", `${Math.random()}\n`);
    return check?.finish(run.signal);
  };
  const aborted = { errors: [], unchecked: ["the run was aborted"] };
  const first = finish();
  while ((await folder.servers.status())[0]?.state.kind !== "running") await new Promise((resolve) => setImmediate(resolve));
  run.abort();
  assert.deepEqual(await first, aborted);
  assert.deepEqual(await finish(), aborted);
});

test("S2-28: an edit of several files is checked with the new content of all of them, and against the old content of all", async (t) => {
  const files = { "a.yaml": "NEEDS one b.yaml\n", "b.yaml": "one\n" };
  const folder = lspFolder(t, { files, ...stubServer("pull"), diagnosticsTimeout: 15_000 });
  const renamed = await folder.editAll({ "a.yaml": "NEEDS two b.yaml\n", "b.yaml": "two\n" });
  assert.deepEqual(renamed, { errors: [], unchecked: [] });
  const broken = await folder.editAll({ "a.yaml": "\nNEEDS two b.yaml\n", "b.yaml": "three\n" });
  assert.deepEqual(
    broken?.errors.map(({ message }) => message),
    ["no two"],
  );
  const deleted = await folder.editAll({ "a.yaml": "NEEDS three b.yaml\n", "b.yaml": undefined });
  assert.deepEqual(
    deleted?.errors.map(({ message }) => message),
    ["no three"],
  );
});

test("S2-28: an edit is not blamed for what another program changed in an open file", async (t) => {
  const files = { "a.yaml": "NEEDS one b.yaml\n", "b.yaml": "one\n" };
  const folder = lspFolder(t, { files, ...stubServer("pull"), diagnosticsTimeout: 15_000 });
  await folder.edit("b.yaml", "one two\n");
  folder.write("b.yaml", "three\n");
  assert.deepEqual(await folder.edit("a.yaml", "\nNEEDS three b.yaml\n"), { errors: [], unchecked: [] });
});

test("a server that publishes no diagnostics for an unchanged content checks each edit", async (t) => {
  const folder = lspFolder(t, { ...FILES, ...stubServer("debounced"), diagnosticsTimeout: 15_000 });
  for (const text of ["two\n", "ERROR three\n", "four\n"]) {
    const found = await folder.edit("a.yaml", text);
    assert.deepEqual([found?.errors.length, found?.unchecked], [text.startsWith("ERROR") ? 1 : 0, []]);
  }
});

test("S2-28: edits at the same time are all checked", async (t) => {
  const files = Object.fromEntries(["a", "b", "c"].map((name) => [`${name}.yaml`, "one\n"]));
  const folder = lspFolder(t, { files, ...stubServer("slow"), diagnosticsTimeout: 15_000 });
  await folder.servers.diagnostics(folder.at("a.yaml"), signal);
  const found = await Promise.all(Object.keys(files).map((name) => folder.edit(name, `ERROR ${name}\n`)));
  assert.deepEqual(
    found.map((checked) => [checked?.errors.map(({ message }) => message), checked?.unchecked]),
    Object.keys(files).map((name) => [[name], []]),
  );
});

test("more files than a server has open are all checked", async (t) => {
  const names = Array.from({ length: 70 }, (_, at) => `${at}.yaml`);
  const folder = lspFolder(t, { files: {}, ...stubServer("pull"), diagnosticsTimeout: 15_000 });
  const found = await folder.editAll(Object.fromEntries(names.map((name) => [name, "ERROR\n"])));
  assert.equal(found?.errors.length, 70);
});

test("diagnostics end with the run, and a server that still owes them serves later requests", async (t) => {
  const folder = lspFolder(t, { ...FILES, ...stubServer("slow") });
  const run = new AbortController();
  const asking = assert.rejects(folder.servers.diagnostics(folder.at("a.yaml"), run.signal), { name: "AbortError" });
  while ((await folder.servers.status())[0]?.state.kind !== "running") await new Promise((resolve) => setImmediate(resolve));
  run.abort();
  await asking;
  assert.equal((await folder.servers.diagnostics(folder.at("a.yaml"), signal)).length, 1);
});

test("a server that registers its diagnostics late is asked for them at once", async (t) => {
  const folder = lspFolder(t, { ...FILES, ...stubServer("registers") });
  assert.equal((await folder.servers.diagnostics(folder.at("a.yaml"), signal)).length, 1);
});

/** Timers in which a server has 100 ms instead of 15 s to publish diagnostics. */
const hasty = { ...systemTimers, after: (ms: number, act: () => void) => systemTimers.after(ms === 15_000 ? 100 : ms, act) };

test("a server that publishes no diagnostics is not ended if it answers other requests", async (t) => {
  const folder = lspFolder(t, { ...FILES, ...stubServer("silent"), timers: hasty });
  await assert.rejects(folder.servers.diagnostics(folder.at("a.yaml"), signal), {
    name: "ToolError",
    message: "The language server failed: it has published no errors within 15 s.",
  });
  assert.deepEqual(folder.warnings, []);
  assert.equal((await folder.servers.status())[0]?.state.kind, "running");
});

test("T18: a server that neither publishes diagnostics nor answers is ended", async (t) => {
  const folder = lspFolder(t, { ...FILES, ...stubServer("mute"), timers: hasty, requestTimeout: 500 });
  await assert.rejects(folder.servers.diagnostics(folder.at("a.yaml"), signal), { message: /it did not answer within 1 s/ });
  assert.equal(folder.warnings.length, 1);
});

test("T18: a server that never answers a request is ended, and restarts when it is needed", async (t) => {
  const folder = lspFolder(t, { ...FILES, ...stubServer("hang"), requestTimeout: 500 });
  await assert.rejects(folder.servers.diagnostics(folder.at("a.yaml"), signal), {
    name: "ToolError",
    message: /did not answer within 1 s/,
  });
  assert.deepEqual(folder.warnings, [
    "The language server for YAML failed: it did not answer within 1 s. It restarts when it is needed (1 of 3).",
  ]);
});

const FAILURES: readonly (readonly [behavior: string, reason: RegExp])[] = [
  ["hang-start", /did not answer within 1 s/],
  ["die-at-start", /it ended \(exit code 3\): Error: no configuration/],
  ["garbage", /it sent something other than messages of the protocol/],
  ["flood", /it sent something other than messages of the protocol/],
  ["huge", /it sent a message of 50000000 bytes, which is over 10000000/],
];
for (const [behavior, reason] of FAILURES) {
  test(`T18: a server with the fault ${behavior} is reported, and started at most four times`, async (t) => {
    const folder = lspFolder(t, { ...FILES, ...stubServer(behavior), startTimeout: behavior === "hang-start" ? 500 : 15_000 });
    for (let trial = 0; trial < 6; trial++)
      await assert.rejects(folder.servers.diagnostics(folder.at("a.yaml"), signal), { name: "ToolError", message: reason });
    assert.equal(folder.warnings.length, 4);
    assert.match(folder.warnings[0] ?? "", reason);
    assert.match(folder.warnings[0] ?? "", /It restarts when it is needed \(1 of 3\)\.$/);
    assert.match(folder.warnings[3] ?? "", /It is not started again in this session\.$/);
    assert.equal(folder.servers.serves(folder.at("a.yaml")), false);
    assert.equal(await folder.edit("a.yaml", "two\n"), undefined);
  });
}

test("T18: a server that dies during an edit is reported, and a new one checks the next edit", async (t) => {
  const folder = lspFolder(t, { ...FILES, ...stubServer("pull"), diagnosticsTimeout: 15_000 });
  const died = await folder.edit("a.yaml", "DIE\n");
  assert.match(died?.unchecked.join() ?? "", /^its server failed: /);
  assert.match(folder.warnings.join(), /exit code 4.*1 of 3/);
  folder.write("a.yaml", "one\n");
  assert.deepEqual((await folder.edit("a.yaml", "ERROR x\n"))?.errors.length, 1);
});

test("T18: a server that floods its standard error still answers", async (t) => {
  const folder = lspFolder(t, { ...FILES, ...stubServer("noisy") });
  assert.equal((await folder.servers.diagnostics(folder.at("a.yaml"), signal)).length, 1);
});

test("a request that a change interrupted is sent again", async (t) => {
  const folder = lspFolder(t, { ...FILES, ...stubServer("interrupted") });
  assert.equal((await folder.servers.diagnostics(folder.at("a.yaml"), signal)).length, 1);
});

test("a server above its memory limit is ended", async (t) => {
  const checks: (() => void)[] = [];
  const after = (ms: number, act: () => void) => (ms === 5000 ? (checks.push(act), () => {}) : systemTimers.after(ms, act));
  const folder = lspFolder(t, { ...FILES, ...stubServer("memory"), maxMemory: 200 * 2 ** 20, timers: { ...systemTimers, after } });
  await folder.servers.diagnostics(folder.at("a.yaml"), signal);
  checks.at(-1)?.();
  while (folder.warnings.length === 0) await new Promise((resolve) => setImmediate(resolve));
  assert.match(folder.warnings.join(), /it used \d+ MB, and 200 MB are allowed\. It restarts/);
});

test("files that other programs changed are sent to the server before it answers", async (t) => {
  const folder = lspFolder(t, { files: { "a.yaml": "name\n", "b.yaml": "name\n" }, ...stubServer("pull") });
  for (const name of ["a.yaml", "b.yaml"]) await folder.servers.diagnostics(folder.at(name), signal);
  folder.write("b.yaml", "\n\nname\n");
  const found = await folder.servers.references({ path: folder.at("a.yaml"), line: 0, character: 0 }, signal);
  assert.deepEqual(
    found.map(({ start }) => start.line),
    [0, 2],
  );
});

test("before trust, a server that is not known is not started, also if settings name it", async (t) => {
  const { languages } = stubServer("pull");
  const folder = lspFolder(t, { ...FILES, languages });
  const [status] = await folder.servers.status();
  assert.match(JSON.stringify(status?.state), /"unavailable".*could run programs of this folder: trust it with cox trust/);
  assert.equal(folder.servers.serves(folder.at("a.yaml")), false);
});

test("before trust, no server, TypeScript, plugin or Python in the folder runs", { timeout: 60_000 }, async (t) => {
  const planted = "#!/usr/bin/env node\nrequire('fs').writeFileSync(__dirname + '/ran', '');\n";
  const files = {
    "a.ts": "export const a: number = 1;\n",
    "a.py": "a: int = 1\n",
    "tsconfig.json": JSON.stringify({ compilerOptions: { plugins: [{ name: "planted" }, { name: "./planted" }] } }),
    "pyproject.toml": '[tool.pyright]\nvenvPath = "."\nvenv = ".venv"\n',
    "planted/index.js": planted,
    "node_modules/planted/index.js": planted,
    "node_modules/typescript/package.json": JSON.stringify({ name: "typescript", version: "5.9.3" }),
    "node_modules/typescript/lib/tsserver.js": planted,
    "node_modules/.bin/typescript-language-server": planted,
    "node_modules/.bin/pyright-langserver": planted,
    ".venv/bin/python": planted,
    ".venv/bin/python3": planted,
    ".venv/pyvenv.cfg": "home = /usr/bin\n",
  };
  const languages = { typescript: { command: REAL.typescript, tsserver: REAL.tsserver }, python: { command: REAL.python } };
  const folder = lspFolder(t, { files, languages });
  for (const name of Object.keys(files).filter((one) => one.includes("/bin/") || one.includes(".bin/"))) chmodSync(folder.at(name), 0o755);
  const before = folder.tree();
  for (const name of ["a.ts", "a.py"]) assert.deepEqual(await folder.servers.diagnostics(folder.at(name), signal), []);
  assert.deepEqual(folder.tree(), before);
  const found = lspFolder(t, { files });
  assert.ok((await found.servers.status()).every(({ state }) => !("program" in state) || !state.program.startsWith(found.root)));
});

test("before trust, a TypeScript in the folder does not run, also if settings name it", { timeout: 60_000 }, async (t) => {
  const planted = "require('fs').writeFileSync(__dirname + '/ran', '');\n";
  const languages: Record<string, LanguageOptions> = {};
  const manifest = JSON.stringify({ name: "typescript", version: "5.9.3" });
  const folder = lspFolder(t, { files: { "a.ts": "const a = 1;\n", "package.json": manifest, "lib/tsserver.js": planted }, languages });
  languages["typescript"] = { command: REAL.typescript, tsserver: folder.at("lib/tsserver.js") };
  const before = folder.tree();
  // Without a TypeScript elsewhere, there is no server.
  await folder.servers.diagnostics(folder.at("a.ts"), signal).catch(() => undefined);
  assert.deepEqual(folder.tree(), before);
});

test("after trust, servers are found in node_modules/.bin of the folder", async (t) => {
  const files = { "a.py": "", "node_modules/.bin/pyright-langserver": "#!/bin/sh\n" };
  const folder = lspFolder(t, { files, trusted: true });
  chmodSync(folder.at("node_modules/.bin/pyright-langserver"), 0o755);
  assert.deepEqual(
    (await folder.servers.status()).map(({ state }) => state),
    [{ kind: "idle", program: folder.at("node_modules/.bin/pyright-langserver") }],
  );
});

test("a language that settings disable has no server", async (t) => {
  const folder = lspFolder(t, { ...FILES, trusted: true, languages: { yaml: { enabled: false } } });
  assert.deepEqual(
    (await folder.servers.status()).map(({ state }) => state),
    [{ kind: "unavailable", reason: "it is switched off in settings" }],
  );
  assert.equal(await folder.edit("a.yaml", "two\n"), undefined);
});

test("T18: a server that hangs at its start ends when the servers are closed", async (t) => {
  const folder = lspFolder(t, { ...FILES, ...stubServer("hang-start") });
  const starting = assert.rejects(folder.servers.diagnostics(folder.at("a.yaml"), signal), { message: /it was ended/ });
  while ((await folder.servers.status())[0]?.state.kind !== "starting") await new Promise((resolve) => setImmediate(resolve));
  await folder.servers.close();
  await starting;
  assert.deepEqual(folder.warnings, []);
});

test("T18: closing waits for the processes of a server that has failed", async (t) => {
  const folder = lspFolder(t, { files: { "a.yaml": "ERROR PID\n", "b.yaml": "GARBAGE\n" }, ...stubServer("stubborn") });
  const [problem] = await folder.servers.diagnostics(folder.at("a.yaml"), signal);
  const pid = Number(problem?.message);
  assert.equal(isRunning(pid), true);
  await assert.rejects(folder.servers.diagnostics(folder.at("b.yaml"), signal), { message: /something other than messages/ });
  await folder.servers.close();
  assert.equal(isRunning(pid), false);
});

test("a wait of 0 s checks no edits", async (t) => {
  const folder = lspFolder(t, { ...FILES, ...stubServer("pull"), diagnosticsTimeout: 0 });
  assert.equal(await folder.edit("a.yaml", "ERROR\n"), undefined);
});

test("servers end with a process that is killed", { timeout: 15_000 }, async (t) => {
  const child = spawn(process.execPath, ["--conditions=coxswain-source", join(import.meta.dirname, "killed.child.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
    // A process that is killed leaves its folders there.
    env: { ...process.env, TMPDIR: temporaryFolder(t) },
  });
  t.after(() => child.kill("SIGKILL"));
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const pid = Number(line);
  assert.equal(isRunning(pid), true);
  child.kill("SIGKILL");
  while (isRunning(pid)) await new Promise((resolve) => setImmediate(resolve));
});

/** False also for a process that has been killed, and not been reaped yet. */
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0) && !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
};
