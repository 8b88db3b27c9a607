import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { builtPackage } from "../package/built-package.ts";

const root = join(import.meta.dirname, "..", "..");
const page = readFileSync(join(root, "docs", "extensions.md"), "utf8");
const blocks = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code);

test("the guide's examples are complete modules and type-check", (t) => {
  assert.ok(blocks.length > 0);
  const folder = mkdtempSync(join(tmpdir(), "coxswain-guide-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [at, code] of blocks.entries()) {
    assert.match(code, /^export const extension: Extension = /m);
    writeFileSync(join(folder, `example-${at}.ts`), code);
  }
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(dirname(builtPackage("coxswain")), join(folder, "node_modules", "coxswain"));
  const config = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: { customConditions: [], typeRoots: [join(root, "node_modules", "@types")] },
    include: ["*.ts"],
  };
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { stdout, status } = spawnSync(join(root, "node_modules", ".bin", "tsc"), ["-p", folder], { encoding: "utf8" });
  assert.equal(status, 0, stdout);
});
