import assert from "node:assert/strict";
import { test } from "node:test";
import { importsOf } from "./imports.ts";

const specifiers = (source: string): readonly (string | undefined)[] => importsOf("sample.ts", source).map((found) => found.specifier);

const forms: readonly (readonly [name: string, source: string])[] = [
  ["a static import", `import { a } from "./a.ts";`],
  ["an import for its effect", `import "./a.ts";`],
  ["a type import", `import type { A } from "./a.ts";`],
  ["a re-export", `export { a } from "./a.ts";`],
  ["a re-exported type", `export type { A } from "./a.ts";`],
  ["a wildcard export", `export * from "./a.ts";`],
  ["a dynamic import", `const a = await import("./a.ts");`],
  ["a dynamic import inside a function", `const load = async () => { if (true) return (await import("./a.ts")).a; };`],
  ["an import type expression", `let a: import("./a.ts").A;`],
  ["a typeof import", `let a: typeof import("./a.ts");`],
  ["an import assignment", `import a = require("./a.ts");`],
  ["a require", `const a = require("./a.ts");`],
  ["a require.resolve", `const a = require.resolve("./a.ts");`],
  ["an import.meta.resolve", `const a = import.meta.resolve("./a.ts");`],
  ["an import.meta.resolve by another spelling", `const a = import.meta["resolve"]("./a.ts");`],
  ["a worker's file", `new Worker(new URL("./a.ts", import.meta.url));`],
  ["an augmented module", `declare module "./a.ts" { interface A {} } export {};`],
  ["a referenced file", `/// <reference path="a.ts" />\nexport {};`],
];

for (const [name, source] of forms) {
  test(`finds ${name}`, () => assert.deepEqual(specifiers(source), ["./a.ts"]));
}

test("ignores words in strings and comments", () => {
  assert.deepEqual(specifiers(`// import "./a.ts"\nconst text = 'import("./a.ts")'; promise.resolve("./a.ts");`), []);
});

test("reports a computed specifier as undefined", () => {
  assert.deepEqual(specifiers("await import(`./${name}.ts`); require(name); import.meta.resolve(name);"), [
    undefined,
    undefined,
    undefined,
  ]);
});

test("reports createRequire as a computed import", () => {
  assert.deepEqual(specifiers(`import { createRequire as make } from "node:module"; make(import.meta.url)("./a.ts");`), [
    "node:module",
    undefined,
  ]);
  assert.deepEqual(specifiers(`import module from "node:module"; module.createRequire(import.meta.url)("./a.ts");`), [
    "node:module",
    undefined,
  ]);
});

test("counts lines from 1, and only export * is a wildcard", () => {
  assert.deepEqual(importsOf("sample.ts", `import "./a.ts";\n\nexport * as b from "./b.ts";`), [
    { line: 1, specifier: "./a.ts", wildcard: false },
    { line: 3, specifier: "./b.ts", wildcard: true },
  ]);
});

test("throws for a file that does not parse", () => {
  assert.throws(() => importsOf("sample.ts", "import { from"), SyntaxError);
});
