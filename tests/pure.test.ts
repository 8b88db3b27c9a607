import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");

const compile = (folder: string): { readonly status: number | null; readonly stdout: string } =>
  spawnSync(process.execPath, [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", join(folder, "tsconfig.pure.json")], {
    encoding: "utf8",
  });

test("log, model, loop and policy compile without Node's types", () => {
  const { status, stdout } = compile(root);
  assert.equal(status, 0, stdout);
});

test("a pure file that uses Node's types does not compile", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "pure-"));
  t.after(() => rmSync(folder, { recursive: true }));
  cpSync(join(root, "tsconfig.json"), join(folder, "tsconfig.json"));
  cpSync(join(root, "tsconfig.pure.json"), join(folder, "tsconfig.pure.json"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  cpSync(join(root, "packages", "coxswain", "src", "log"), join(folder, "packages", "coxswain", "src", "log"), { recursive: true });
  writeFileSync(
    join(folder, "packages", "coxswain", "src", "log", "wrong.ts"),
    `export const pid = process.pid;\nexport * from "node:fs";\n`,
  );
  const { status, stdout } = compile(folder);
  assert.notEqual(status, 0);
  assert.match(stdout, /wrong\.ts\(1,\d+\): error TS\d+: Cannot find name 'process'/);
  assert.match(stdout, /wrong\.ts\(2,\d+\): error TS\d+: .*'node:fs'/);
});
