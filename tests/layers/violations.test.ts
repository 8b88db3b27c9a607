import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { Layers } from "./layer.ts";
import { readSourceTree } from "./source-tree.ts";
import { type PackageRules, violations } from "./violations.ts";

const layers: Layers = {
  ".": { about: "the public API", imports: ["upper", "lower"] },
  upper: { about: "imports lower", imports: ["lower"] },
  lower: { about: "imports nothing", imports: [], pure: true },
};
const layered: PackageRules = { layers, workspace: [], workspaceInTests: [] };
const consumer: PackageRules = { workspace: ["coxswain"], workspaceInTests: ["coxswain/testing"] };

/** Violations in a small package with these files and an index.ts in both folders. */
const violationsOf = (files: Readonly<Record<string, string>>, rules: PackageRules = layered): readonly string[] => {
  const folder = mkdtempSync(join(tmpdir(), "layers-"));
  try {
    for (const [path, text] of Object.entries({ "upper/index.ts": "", "lower/index.ts": "", ...files })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return violations(readSourceTree(folder), rules);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

test("a folder may import its own files and, through its index.ts, a folder of its row", () => {
  const files = {
    "upper/a.ts": `import "./b.ts"; import "../lower/index.ts";`,
    "upper/b.ts": "",
    "index.ts": `import "./upper/index.ts";`,
  };
  assert.deepEqual(violationsOf(files), []);
});

for (const source of [`import "../upper/index.ts";`, `import type { A } from "../upper/index.ts";`, `await import("../upper/index.ts");`]) {
  test(`rejects a folder that the row does not name: ${source}`, () => {
    assert.deepEqual(violationsOf({ "lower/a.ts": source }), ["lower/a.ts:1 imports ../upper/index.ts: lower may not import upper"]);
  });
}

test("rejects a file of another folder even if the row names the folder", () => {
  const files = { "upper/a.ts": `\nimport "../lower/b.ts";`, "lower/b.ts": "" };
  assert.deepEqual(violationsOf(files), ["upper/a.ts:2 imports ../lower/b.ts: lower is entered through its index.ts"]);
});

test("requires index.ts for an inner folder too, and from outside only the outer folder's", () => {
  const files = {
    "lower/in/index.ts": `import "./c.ts"; import "../b.ts";`,
    "lower/in/c.ts": "",
    "lower/b.ts": "",
    "lower/a.ts": `import "./in/index.ts"; import "./in/c.ts";`,
    "upper/a.ts": `import "../lower/in/index.ts";`,
  };
  assert.deepEqual(violationsOf(files), [
    "lower/a.ts:1 imports ./in/c.ts: lower/in is entered through its index.ts",
    "upper/a.ts:1 imports ../lower/in/index.ts: lower is entered through its index.ts",
  ]);
});

test("a test may import every folder, and no file may import a test", () => {
  const files = { "lower/a.test.ts": `import "../upper/index.ts"; import "node:fs";`, "lower/b.ts": `import "./a.test.ts";` };
  assert.deepEqual(violationsOf(files), ["lower/b.ts:1 imports ./a.test.ts: no file may import a test"]);
});

test("tests of every folder may import a fixture, and no other file", () => {
  const files = {
    "upper/ship.fixture.ts": `import "../lower/index.ts"; import "./a.ts";`,
    "upper/a.ts": "",
    "lower/a.test.ts": `import "../upper/ship.fixture.ts";`,
    "upper/b.ts": `import "./ship.fixture.ts";`,
  };
  assert.deepEqual(violationsOf(files), ["upper/b.ts:1 imports ./ship.fixture.ts: only tests may import a fixture"]);
});

test("a fixture may import the folders of its row and their fixtures, and no other folder", () => {
  const files = {
    "upper/ship.fixture.ts": `import "../lower/boat.fixture.ts"; import "../lower/index.ts"; import "node:fs";`,
    "lower/boat.fixture.ts": `import "../upper/index.ts"; import "node:fs";`,
    "lower/raft.fixture.ts": `import "../upper/ship.fixture.ts";`,
  };
  assert.deepEqual(violationsOf(files), [
    "lower/boat.fixture.ts:1 imports ../upper/index.ts: lower may not import upper",
    "lower/raft.fixture.ts:1 imports ../upper/ship.fixture.ts: lower may not import upper",
  ]);
});

test("only a file of the same top folder may import data", () => {
  const files = { "lower/data/a.json": "{}", "lower/a.ts": `import "./data/a.json";`, "upper/a.ts": `import "../lower/data/a.json";` };
  assert.deepEqual(violationsOf(files), ["upper/a.ts:1 imports ../lower/data/a.json: lower is entered through its index.ts"]);
});

test("allows a computed import in a listed file", () => {
  const files = { "lower/a.ts": "await import(name);", "lower/b.ts": "await import(name);" };
  assert.deepEqual(violationsOf(files, { ...layered, computed: { "lower/a.ts": "found at run time" } }), [
    "lower/b.ts:1 imports something computed: name it in a literal",
  ]);
});

test("rejects files that import each other, also within a folder and for types only", () => {
  const files = { "lower/a.ts": `import type { B } from "./b.ts";`, "lower/b.ts": `export { A } from "./a.ts";` };
  assert.deepEqual(violationsOf(files), ["lower/a.ts, lower/b.ts: import each other"]);
});

test("rejects export *", () => {
  assert.deepEqual(violationsOf({ "lower/a.ts": `export * from "./index.ts";` }), ["lower/a.ts:1 uses export *: list the names"]);
});

test("rejects a computed import", () => {
  assert.deepEqual(violationsOf({ "lower/a.ts": "await import(name);" }), [
    "lower/a.ts:1 imports something computed: name it in a literal",
  ]);
});

test("rejects Node in a pure folder, with and without its prefix", () => {
  const files = { "lower/a.ts": `import "node:fs"; import "path";`, "upper/a.ts": `import "node:fs";` };
  assert.deepEqual(violationsOf(files), [
    "lower/a.ts:1 imports node:fs: lower must not import Node",
    "lower/a.ts:1 imports path: lower must not import Node",
  ]);
});

test("rejects a folder without a row, even without imports", () => {
  assert.deepEqual(violationsOf({ "helpers/a.ts": "" }), ["helpers/a.ts: the folder helpers is not in the table"]);
});

test("rejects a missing file and a file outside the package", () => {
  assert.deepEqual(violationsOf({ "lower/a.ts": `import "./b.ts"; import "../../c.ts";` }), [
    "lower/a.ts:1 imports ./b.ts: the file does not exist",
    "lower/a.ts:1 imports ../../c.ts: it is outside the package's source",
  ]);
});

test("requires the relative path with its extension", () => {
  const files = {
    "lower/a.ts": `import type { B } from "./b.js"; import "./b"; import "./b.ts?again"; import "../upper/index.js";`,
    "lower/b.ts": `import "file:///upper/index.ts"; import "/upper/index.ts"; import "#upper";`,
  };
  assert.deepEqual(violationsOf(files), [
    "lower/a.ts:1 imports ./b.js: the file does not exist",
    "lower/a.ts:1 imports ./b: the file does not exist",
    "lower/a.ts:1 imports ./b.ts?again: the file does not exist",
    "lower/a.ts:1 imports ../upper/index.js: the file does not exist",
    "lower/b.ts:1 imports file:///upper/index.ts: name files by their relative path",
    "lower/b.ts:1 imports /upper/index.ts: name files by their relative path",
    "lower/b.ts:1 imports #upper: name files by their relative path",
  ]);
});

test("checks code without the extension .ts, and rejects it", () => {
  assert.deepEqual(violationsOf({ "lower/a.mts": `import "../upper/index.ts";` }), [
    "lower/a.mts: code must be in .ts files",
    "lower/a.mts:1 imports ../upper/index.ts: lower may not import upper",
  ]);
});

test("rejects an import of the library in the library", () => {
  assert.deepEqual(violationsOf({ "lower/a.ts": `import "coxswain";` }), [
    "lower/a.ts:1 imports coxswain: this package may not import it here",
  ]);
});

test("a consumer may import the library's public API, and its testing part only in tests", () => {
  const both = `import "coxswain"; import "coxswain/testing"; import "commander";`;
  assert.deepEqual(violationsOf({ "a.ts": both, "a.test.ts": both, "b.ts": `import "coxswain/dist/x.js";` }, consumer), [
    "a.ts:1 imports coxswain/testing: this package may not import it here",
    "b.ts:1 imports coxswain/dist/x.js: this package may not import it here",
  ]);
});
