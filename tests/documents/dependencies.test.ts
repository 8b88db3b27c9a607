import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..", "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

const KINDS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const;

type Manifest = Readonly<Partial<Record<(typeof KINDS)[number], Readonly<Record<string, string>>>>>;

const declared = ["package.json", ...globSync("packages/*/package.json", { cwd: root })].flatMap((path) => {
  const manifest: Manifest = JSON.parse(read(path));
  return KINDS.flatMap((kind) => Object.entries(manifest[kind] ?? {}));
});

test("every dependency is named in a decision", () => {
  const decisions = globSync("docs/decisions/*.md", { cwd: root }).map(read).join("\n");
  assert.deepEqual(
    declared.map(([name]) => name).filter((name) => !decisions.includes(`\`${name}\``)),
    [],
  );
});

test("every dependency has an exact version", () => {
  assert.deepEqual(
    declared.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version)),
    [],
  );
});
