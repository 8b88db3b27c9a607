import assert from "node:assert/strict";
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, sep } from "node:path";
import { test, type TestContext } from "node:test";
import { bundleCli } from "../../scripts/build/bundle-cli.ts";
import { bundleLibrary } from "../../scripts/build/bundle-library.ts";
import { builtPackage, packages } from "./built-package.ts";

const temporaryFolder = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), "build-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
};

/** Contents of all files but types, by path with slashes. */
const contents = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    globSync("**/*", { cwd: folder })
      .filter((path) => statSync(join(folder, path)).isFile() && !path.endsWith(".d.ts"))
      .toSorted()
      .map((path) => [path.split(sep).join("/"), readFileSync(join(folder, path), "utf8")]),
  );

for (const [name, bundle] of [
  ["coxswain", bundleLibrary],
  ["cli", bundleCli],
] as const) {
  test(`packages/${name} builds to the same bytes every time, without paths of this machine`, async (t) => {
    const again = temporaryFolder(t);
    await bundle(join(packages, name), again);
    const files = contents(builtPackage(name));
    assert.ok(files.size > 0);
    assert.deepEqual(contents(again), files);
    for (const [path, text] of files) assert.ok(!text.includes(packages), path);
  });
}

test("the library's bundle has no code of its dependencies", () => {
  for (const [path, text] of contents(builtPackage("coxswain"))) assert.doesNotMatch(text, /#region .*node_modules/, path);
});

/** A file and its static imports, with their contents. */
const staticModules = (files: ReadonlyMap<string, string>, first: string): ReadonlyMap<string, string> => {
  const found = new Map([[first, files.get(first) ?? ""]]);
  // The loop also visits entries that it adds.
  for (const [path, text] of found) {
    for (const [, name = ""] of text.matchAll(/^(?:import|export)\b[^;"']*["'](\.[^"']+)["']/gm)) {
      const imported = posix.join(path, "..", name);
      found.set(imported, files.get(imported) ?? "");
    }
  }
  return found;
};

/** One function of each lazily loaded part. */
const LAZY = [
  "Session",
  "applyPatch",
  "claudeImporter",
  "codeSpan",
  "sectionHtml",
  "withResponse",
  "lastCacheBreak",
  "makeWorktree",
  "nearMiss",
  "showNotebook",
  "showPdf",
  "tolerantMatch",
  "withIndex",
];

test("importing the library loads four files, importing coxswain/testing two, and neither a lazily loaded part", () => {
  const files = contents(builtPackage("coxswain"));
  const [own, testing] = [staticModules(files, "index.js"), staticModules(files, "testing/index.js")];
  assert.ok(own.size > 1 && own.size <= 4, [...own.keys()].join());
  assert.ok(testing.size > 1 && testing.size <= 2, [...testing.keys()].join());
  const text = [...own.values()].join("");
  assert.match(text, /const createRuntime = /);
  for (const name of LAZY) assert.doesNotMatch(text, new RegExp(`\\b${name} = |class ${name} `), name);
  const all = [...files.values()].join("");
  for (const name of LAZY) assert.match(all, new RegExp(`\\b${name} = |class ${name} `), name);
});

for (const name of ["coxswain", "cli"]) {
  test(`packages/${name} has the repository's licence`, () => {
    const licence = (folder: string): string => readFileSync(join(folder, "LICENSE"), "utf8");
    assert.equal(licence(join(packages, name)), licence(join(packages, "..")));
  });
}
