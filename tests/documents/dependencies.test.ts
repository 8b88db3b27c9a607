import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..", "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

const KINDS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const;

type Manifest = Readonly<Partial<Record<(typeof KINDS)[number], Readonly<Record<string, string>>>>>;

const declaredIn = (path: string): readonly (readonly [name: string, version: string])[] => {
  const manifest: Manifest = JSON.parse(read(path));
  return KINDS.flatMap((kind) => Object.entries(manifest[kind] ?? {}));
};

const declared = ["package.json", ...globSync("packages/*/package.json", { cwd: root })].flatMap(declaredIn);

/** Programs that are measured beside ours, in a temporary folder. */
const PEERS = "bench/peers/programs";

test("every dependency is named in a decision", () => {
  const decisions = globSync("docs/decisions/*.md", { cwd: root }).map(read).join("\n");
  assert.deepEqual(
    declared.map(([name]) => name).filter((name) => !decisions.includes(`\`${name}\``)),
    [],
  );
});

test("every dependency has an exact version", () => {
  assert.deepEqual(
    [...declared, ...declaredIn(`${PEERS}/package.json`)].filter(
      ([, version]) => !/^(?:npm:\S+@)?\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?$/.test(version),
    ),
    [],
  );
});

for (const lockfile of ["package-lock.json", `${PEERS}/package-lock.json`]) {
  test(`${lockfile} has every optional dependency for other systems, which npm ci requires`, () => {
    type Locked = Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
    const { packages }: { packages: Locked } = JSON.parse(read(lockfile));
    const locked = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)));
    const named = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
    assert.ok(named.length > 0);
    assert.deepEqual(
      named.filter((name) => !locked.has(name)),
      [],
    );
  });
}
