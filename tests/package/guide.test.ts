import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { promisify } from "node:util";
import { loopbackProvider } from "coxswain/testing";

const root = join(import.meta.dirname, "..", "..");
const run = promisify(execFile);

const examplesIn = (document: string): readonly string[] =>
  [...readFileSync(join(root, document), "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);

const EXAMPLES = ["README.md", "packages/coxswain/README.md"].flatMap((document) =>
  examplesIn(document).map((code, index) => ({ name: `${document}, example ${index + 1}`, code })),
);

suite("the examples of the README and the library's guide compile and run against the built library", () => {
  const folder = mkdtempSync(join(tmpdir(), "coxswain-guide-"));
  const nameOf = (index: number): string => `example-${index + 1}`;

  before(async () => {
    mkdirSync(join(folder, "node_modules", "@types"), { recursive: true });
    symlinkSync(join(root, "packages", "coxswain"), join(folder, "node_modules", "coxswain"));
    symlinkSync(join(root, "node_modules", "zod"), join(folder, "node_modules", "zod"));
    symlinkSync(join(root, "node_modules", "@types", "node"), join(folder, "node_modules", "@types", "node"));
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    for (const [index, { code }] of EXAMPLES.entries()) writeFileSync(join(folder, `${nameOf(index)}.ts`), code);
    const compilerOptions = { strict: true, target: "es2024", lib: ["es2024", "esnext.disposable"], module: "nodenext", types: ["node"] };
    const files = EXAMPLES.map((_, index) => `${nameOf(index)}.ts`);
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    await run(process.execPath, [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", folder]);
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [index, { name }] of EXAMPLES.entries()) {
    test(name, async () => {
      await using provider = await loopbackProvider(() => "Ahoy.");
      const env = { PATH: process.env["PATH"], HOME: folder, ANTHROPIC_API_KEY: "key", ANTHROPIC_BASE_URL: `${provider.url}/v1` };
      const { stdout, stderr } = await run(process.execPath, [`${nameOf(index)}.js`], { cwd: folder, env });
      assert.equal(stderr, "");
      if (provider.requests.length > 0) assert.equal(stdout.trim(), "Ahoy.");
    });
  }
});
