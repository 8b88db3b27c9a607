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
  upper: { about: "may look down", imports: ["lower"] },
  lower: { about: "looks nowhere", imports: [], pure: true },
};
const layered: PackageRules = { layers, workspace: [], workspaceInTests: [] };
const consumer: PackageRules = { workspace: ["coxswain"], workspaceInTests: ["coxswain/testing"] };

/** What the checker says of a small package that holds these files, and an index.ts in both folders. */
const judged = (files: Readonly<Record<string, string>>, rules: PackageRules = layered): readonly string[] => {
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
  assert.deepEqual(judged(files), []);
});

for (const source of [`import "../upper/index.ts";`, `import type { A } from "../upper/index.ts";`, `await import("../upper/index.ts");`]) {
  test(`a folder outside of the row is refused: ${source}`, () => {
    assert.deepEqual(judged({ "lower/a.ts": source }), ["lower/a.ts:1 imports ../upper/index.ts: lower may not import upper"]);
  });
}

test("a file of another folder is refused, also when the folder is allowed", () => {
  const files = { "upper/a.ts": `\nimport "../lower/b.ts";`, "lower/b.ts": "" };
  assert.deepEqual(judged(files), ["upper/a.ts:2 imports ../lower/b.ts: lower is entered through its index.ts"]);
});

test("a folder inside a folder is entered through its index.ts too, and from outside only through the outer one", () => {
  const files = {
    "lower/in/index.ts": `import "./c.ts"; import "../b.ts";`,
    "lower/in/c.ts": "",
    "lower/b.ts": "",
    "lower/a.ts": `import "./in/index.ts"; import "./in/c.ts";`,
    "upper/a.ts": `import "../lower/in/index.ts";`,
  };
  assert.deepEqual(judged(files), [
    "lower/a.ts:1 imports ./in/c.ts: lower/in is entered through its index.ts",
    "upper/a.ts:1 imports ../lower/in/index.ts: lower is entered through its index.ts",
  ]);
});

test("a test may look into every folder, and nothing may import a test", () => {
  const files = { "lower/a.test.ts": `import "../upper/index.ts"; import "node:fs";`, "lower/b.ts": `import "./a.test.ts";` };
  assert.deepEqual(judged(files), ["lower/b.ts:1 imports ./a.test.ts: nothing imports a test"]);
});

test("a fixture is for the tests of every folder, and for nothing else", () => {
  const files = {
    "upper/ship.fixture.ts": `import "../lower/index.ts"; import "./a.ts";`,
    "upper/a.ts": "",
    "lower/a.test.ts": `import "../upper/ship.fixture.ts";`,
    "upper/b.ts": `import "./ship.fixture.ts";`,
  };
  assert.deepEqual(judged(files), ["upper/b.ts:1 imports ./ship.fixture.ts: only tests import a fixture"]);
});

test("data is imported from its own top folder only", () => {
  const files = { "lower/data/a.json": "{}", "lower/a.ts": `import "./data/a.json";`, "upper/a.ts": `import "../lower/data/a.json";` };
  assert.deepEqual(judged(files), ["upper/a.ts:1 imports ../lower/data/a.json: lower is entered through its index.ts"]);
});

test("a computed import may be excepted by name", () => {
  const files = { "lower/a.ts": "await import(name);", "lower/b.ts": "await import(name);" };
  assert.deepEqual(judged(files, { ...layered, computed: { "lower/a.ts": "found at run time" } }), [
    "lower/b.ts:1 imports something computed: name it in a literal",
  ]);
});

test("files that import each other are refused, also within a folder and by types alone", () => {
  const files = { "lower/a.ts": `import type { B } from "./b.ts";`, "lower/b.ts": `export { A } from "./a.ts";` };
  assert.deepEqual(judged(files), ["lower/a.ts, lower/b.ts: import each other"]);
});

test("export * is refused", () => {
  assert.deepEqual(judged({ "lower/a.ts": `export * from "./index.ts";` }), ["lower/a.ts:1 says export *: list the names"]);
});

test("a computed import is refused", () => {
  assert.deepEqual(judged({ "lower/a.ts": "await import(name);" }), ["lower/a.ts:1 imports something computed: name it in a literal"]);
});

test("Node is refused in a pure folder, with and without its prefix", () => {
  const files = { "lower/a.ts": `import "node:fs"; import "path";`, "upper/a.ts": `import "node:fs";` };
  assert.deepEqual(judged(files), ["lower/a.ts:1 imports node:fs: lower knows no Node", "lower/a.ts:1 imports path: lower knows no Node"]);
});

test("a folder without a row is refused, also where it imports nothing", () => {
  assert.deepEqual(judged({ "helpers/a.ts": "" }), ["helpers/a.ts: the folder helpers is not in the table"]);
});

test("a file that is not there, and one outside of the package, are refused", () => {
  assert.deepEqual(judged({ "lower/a.ts": `import "./b.ts"; import "../../c.ts";` }), [
    "lower/a.ts:1 imports ./b.ts: there is no such file",
    "lower/a.ts:1 imports ../../c.ts: it lies outside of the package's source",
  ]);
});

test("a file goes by one name: its path from here, with its ending", () => {
  const files = {
    "lower/a.ts": `import type { B } from "./b.js"; import "./b"; import "./b.ts?again"; import "../upper/index.js";`,
    "lower/b.ts": `import "file:///upper/index.ts"; import "/upper/index.ts"; import "#upper";`,
  };
  assert.deepEqual(judged(files), [
    "lower/a.ts:1 imports ./b.js: there is no such file",
    "lower/a.ts:1 imports ./b: there is no such file",
    "lower/a.ts:1 imports ./b.ts?again: there is no such file",
    "lower/a.ts:1 imports ../upper/index.js: there is no such file",
    "lower/b.ts:1 imports file:///upper/index.ts: name files by their relative path",
    "lower/b.ts:1 imports /upper/index.ts: name files by their relative path",
    "lower/b.ts:1 imports #upper: name files by their relative path",
  ]);
});

test("code that does not end in .ts is judged too, and refused", () => {
  assert.deepEqual(judged({ "lower/a.mts": `import "../upper/index.ts";` }), [
    "lower/a.mts: code is in files that end in .ts",
    "lower/a.mts:1 imports ../upper/index.ts: lower may not import upper",
  ]);
});

test("the library may not import itself by name", () => {
  assert.deepEqual(judged({ "lower/a.ts": `import "coxswain";` }), ["lower/a.ts:1 imports coxswain: this package may not import it here"]);
});

test("a consumer imports the library's public API, and its testing part only in tests", () => {
  const both = `import "coxswain"; import "coxswain/testing"; import "commander";`;
  assert.deepEqual(judged({ "a.ts": both, "a.test.ts": both, "b.ts": `import "coxswain/dist/x.js";` }, consumer), [
    "a.ts:1 imports coxswain/testing: this package may not import it here",
    "b.ts:1 imports coxswain/dist/x.js: this package may not import it here",
  ]);
});
