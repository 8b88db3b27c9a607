import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, test, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import type { Effects } from "./import-effects/effects.ts";

const packages = join(import.meta.dirname, "..", "packages");
const none = { calls: [], changes: [], packages: [] };

/** Imports a file in a child process with a time limit: a leaked handle would prevent its exit. */
const effectsOf = (path: string, cwd = packages): Effects => {
  const probe = join(import.meta.dirname, "import-effects", "probe.ts");
  const argv = ["--conditions=coxswain-source", probe, pathToFileURL(path).href];
  const { stdout, stderr, status } = spawnSync(process.execPath, argv, { cwd, encoding: "utf8", timeout: 20_000 });
  assert.deepEqual({ stderr, status }, { stderr: "", status: 0 });
  assert.match(stdout, /^\{.*\}$/, "the probe prints only its result");
  return JSON.parse(stdout);
};

suite("importing the library", () => {
  for (const entry of ["src/index.ts", "dist/index.js", "dist/extensions.js", "dist/settings.js", "dist/store.js", "dist/tools.js"]) {
    test(`${entry} has no side effects and loads no other package`, () => {
      const { modules, ...effects } = effectsOf(join(packages, "coxswain", entry));
      assert.ok(modules > 0);
      assert.deepEqual(effects, none);
    });
  }
});

suite("the probe sees", () => {
  const broken = (t: TestContext, source: string): Effects => {
    const folder = mkdtempSync(join(tmpdir(), "effects-"));
    t.after(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "module.mjs"), source);
    return effectsOf(join(folder, "module.mjs"), folder);
  };
  type Seen = Partial<Record<"calls" | "changes" | "packages", readonly string[]>>;
  const sources: readonly (readonly [what: string, source: string, seen: Seen])[] = [
    ["a file read", `import { readFileSync } from "node:fs"; readFileSync(import.meta.filename);`, { calls: ["fs.readFileSync"] }],
    ["a folder made", `import { mkdir } from "node:fs/promises"; await mkdir("made");`, { calls: ["fs.promises.mkdir"] }],
    ["a timer", `setTimeout(() => {}, 1);`, { calls: ["setTimeout"], changes: ["handles: Timeout"] }],
    ["a process", `import { spawn } from "node:child_process"; spawn("true").unref();`, { calls: ["child_process.spawn"] }],
    ["a global", `globalThis.left = 1;`, { changes: ["globals: left"] }],
    ["a changed prototype", `Array.prototype.left = 1;`, { changes: ["prototypes: left"] }],
    ["a listener", `process.on("exit", () => {});`, { changes: ["listeners: exit x 1"] }],
    ["an environment variable", `process.env.LEFT = "1";`, { changes: ["environment: LEFT,1"] }],
    ["a package", `await import(${JSON.stringify(import.meta.resolve("fast-check"))});`, { packages: ["fast-check", "pure-rand"] }],
  ];
  for (const [what, source, seen] of sources) {
    test(what, (t) => {
      const { calls, changes, packages: loaded } = broken(t, source);
      for (const call of seen.calls ?? []) assert.ok(calls.includes(call), calls.join());
      for (const change of seen.changes ?? []) assert.ok(changes.includes(change), changes.join());
      for (const name of seen.packages ?? []) assert.ok(loaded.includes(name), loaded.join());
    });
  }
});
