import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

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
  const config = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: {
      paths: {
        coxswain: [join(root, "packages", "coxswain", "src", "index.ts")],
        "coxswain/*": [join(root, "packages", "coxswain", "src", "*.ts")],
      },
      typeRoots: [join(root, "node_modules", "@types")],
    },
    include: ["*.ts"],
  };
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { stdout, status } = spawnSync(join(root, "node_modules", ".bin", "tsc"), ["-p", folder], { encoding: "utf8" });
  const ours = stdout.split("\n").filter((line) => line.includes("example-"));
  assert.deepEqual({ ours, ended: status !== null }, { ours: [], ended: true });
});
