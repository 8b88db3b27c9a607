import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";

const root = join(import.meta.dirname, "..", "..");

/** Creates a user's project with the built library, without this workspace's settings. */
const project = (t: TestContext, source: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "consumer-"));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "node_modules", "@types"), { recursive: true });
  symlinkSync(join(root, "packages", "coxswain"), join(folder, "node_modules", "coxswain"));
  symlinkSync(join(root, "node_modules", "@types", "node"), join(folder, "node_modules", "@types", "node"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const compilerOptions = { strict: true, exactOptionalPropertyTypes: true, target: "es2024", module: "nodenext", types: ["node"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }));
  writeFileSync(join(folder, "main.ts"), source);
  return folder;
};

const compile = (folder: string): { readonly status: number | null; readonly stdout: string } =>
  spawnSync(process.execPath, [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", folder], { encoding: "utf8" });

const PROGRAM = `
import { allowAll, createRuntime, defineTool, fixedModels, memoryStore, type Outcome, scriptedModel, textOf } from "coxswain";

const model = scriptedModel(["Ahoy."]);
const runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), policy: allowAll() });
const session = await runtime.create({ model: "scripted/scripted" });
const outcome: Outcome = await session.prompt("Hello").outcome;
console.log(outcome.kind === "done" ? textOf(outcome.reply) : outcome);
await runtime.close();

// @ts-expect-error A tool needs a name: the types are checked.
defineTool({});
`;

test("a program compiles against the built library's types and runs", (t) => {
  const folder = project(t, PROGRAM);
  const { status, stdout } = compile(folder);
  assert.equal(status, 0, stdout);
  const run = spawnSync(process.execPath, [join(folder, "main.js")], { encoding: "utf8" });
  assert.equal(run.stdout, "Ahoy.\n", run.stderr);
});

test("an invalid use of the built library does not compile", (t) => {
  const { status, stdout } = compile(project(t, `import { createRuntime } from "coxswain";\ncreateRuntime({ store: 1 });\n`));
  assert.notEqual(status, 0);
  assert.match(stdout, /main\.ts\(2,\d+\): error/);
});

test("coxswain/testing has types and runs", (t) => {
  const folder = project(
    t,
    `import * as testing from "coxswain/testing";\nconst names: readonly string[] = Object.keys(testing);\nconsole.log(names.length > 0);\n`,
  );
  const { status, stdout } = compile(folder);
  assert.equal(status, 0, stdout);
  assert.equal(spawnSync(process.execPath, [join(folder, "main.js")], { encoding: "utf8" }).stdout, "true\n");
});

test("the package contains the JSON Schema of settings", (t) => {
  const folder = project(t, "");
  const program = `import schema from "coxswain/settings.schema.json" with { type: "json" };\nconsole.log(schema.properties.model.type);\n`;
  writeFileSync(join(folder, "main.js"), program);
  const { stdout, stderr } = spawnSync(process.execPath, [join(folder, "main.js")], { encoding: "utf8" });
  assert.equal(stdout, "string\n", stderr);
});
