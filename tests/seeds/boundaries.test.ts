// The seeds' requirements on what each part must not do.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const source = join(import.meta.dirname, "..", "..", "packages", "coxswain", "src");

const filesWith = (folder: string, pattern: RegExp): string[] =>
  globSync(`${folder}/**/*.ts`, { cwd: source })
    .filter((path) => !/\.(test|fixture|child)\.ts$/.test(path) && !path.startsWith("testing"))
    .filter((path) => pattern.test(readFileSync(join(source, path), "utf8")));

/** The PDF reader and the sandbox's network bridge are child processes, which communicate over pipes. */
const CHILD_PROCESSES = ["tools/pdf-process.ts", "tools/pdf.ts", "workspace/sandbox/network/bridged-command.ts"];

test("S0-10, S4-02: the library prints nothing and reads neither arguments nor stdin", () => {
  assert.deepEqual(filesWith(".", /\bconsole\.|process\.(stdout|stderr|stdin|argv)\b/).toSorted(), CHILD_PROCESSES);
});

test("S0-09, S0-10: the session and the agent session import neither files, nor a store, nor a provider", () => {
  const forbidden = /["']node:fs|@ai-sdk|\.jsonl|["'](?:\.\.\/)+(?:store|providers)\//;
  const files = [...filesWith("session", forbidden), ...filesWith("facades", forbidden).filter((path) => path.includes("agent-session"))];
  assert.deepEqual(files, []);
});

test("S2-04: the loop, the sessions and the facades import no provider, except for a creator's default model", () => {
  const files = ["loop", "context", "compaction", "budget", "background", "hooks", "session", "facades"].flatMap((folder) =>
    filesWith(folder, /"(\.\.\/providers\/|@ai-sdk|@anthropic|@google|openai)/),
  );
  assert.deepEqual(files, ["facades/agent-creator.ts"]);
});

test("S4-02: the library does not import the CLI", () => {
  assert.deepEqual(filesWith(".", /"coxswain-cli|"[^"\n]*\/cli\//), []);
});

test("S3-04, S3-38: the loop imports no permissions, settings, workspace or session", () => {
  assert.deepEqual(filesWith("loop", /"\.\.\/(policy|workspace|settings|session)\//), []);
});

test("S3-40: the loop and the facades load no other package", () => {
  // Imports of types are erased.
  const loaded = /^(?:import|export) (?!type )[^;]*from "[^.]|^import "[^.]|\bimport\((?!"\.)/m;
  for (const folder of ["loop", "facades"]) assert.deepEqual(filesWith(folder, loaded), [], folder);
});

test("the facades use only public names of the library", () => {
  const names = new Set(
    globSync("*.ts", { cwd: source }).flatMap((path) => readFileSync(join(source, path), "utf8").match(/\b\w+\b/g) ?? []),
  );
  const views = globSync("facades/*.ts", { cwd: source }).filter((path) => !path.endsWith(".test.ts"));
  const hidden = views.flatMap((path) =>
    [...readFileSync(join(source, path), "utf8").matchAll(/^import (?:type )?\{([^}]*)\} from "\.\.\/[^"]*";$/gms)]
      .flatMap(([, list = ""]) => list.split(","))
      .map((name) => name.replace("type ", "").trim())
      .filter((name) => name !== "" && !names.has(name))
      .map((name) => `${path}: ${name}`),
  );
  assert.ok(views.length > 10);
  assert.deepEqual(hidden, []);
});
