import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { suite, test } from "node:test";
import { parseSync, Visitor } from "oxc-parser";

const root = join(import.meta.dirname, "..");
const filesMatching = (pattern: string | readonly string[]): readonly string[] =>
  globSync(pattern, { cwd: root, exclude: (path) => /(?:^|[\\/])(?:node_modules|dist|fixtures)(?:$|[\\/])/.test(path) })
    .map((path) => path.split(sep).join("/"))
    .toSorted();
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const lines = (path: string): number => read(path).trimEnd().split("\n").length;

const sources = filesMatching("{packages/*/src,tests,bench,scripts,examples}/**/*.ts");
const library = sources.filter((path) => path.startsWith("packages/") && !/\.(?:test|fixture)\.ts$/.test(path));
const textFiles = [...sources, ...filesMatching(["*.{md,json,jsonc}", ".*.json", ".ci/*", "docs/**/*.md", "packages/*/{*.json,bin/*}"])];

/** Matching lines of all files except this one. */
const linesWith = (isIn: (line: string) => boolean, paths: readonly string[]): readonly string[] =>
  paths
    .filter((path) => path !== "tests/tree.test.ts")
    .flatMap((path) =>
      read(path)
        .split("\n")
        .flatMap((line, index) => (isIn(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
    );

suite("the size of files", () => {
  test("no file has over 400 lines", () => {
    assert.deepEqual(
      sources.filter((path) => lines(path) > 400),
      [],
    );
  });

  test("half of the packages' files have fewer than 100 lines", () => {
    const median = library.map(lines).toSorted((a, b) => a - b)[Math.floor(library.length / 2)];
    assert.ok(median !== undefined && median < 100, `the median is ${median}`);
  });

  test("no class has over 12 public methods", () => {
    const large = sources.flatMap((path) =>
      publicMethods(path, read(path))
        .filter(({ count }) => count > 12)
        .map(({ name }) => `${path}: ${name}`),
    );
    assert.deepEqual(large, []);
  });
});

suite("names", () => {
  test("files are named in lower case with hyphens", () => {
    assert.deepEqual(
      sources.filter((path) => !/^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.ts$/.test(basename(path))),
      [],
    );
  });

  test("no folder has a meaningless name", () => {
    assert.deepEqual(
      sources.filter((path) => /(?:^|\/)(?:utils?|helpers?|common|core|misc|shared)(?:\/|$)/.test(dirname(path))),
      [],
    );
  });
});

suite("words", () => {
  test("no file has a TODO", () => {
    assert.deepEqual(
      linesWith((line) => /\b(?:TODO|FIXME|XXX|HACK)\b/.test(line), textFiles),
      [],
    );
  });

  test("no file contains the path of this checkout", () => {
    assert.deepEqual(
      linesWith((line) => line.includes(root), textFiles),
      [],
    );
  });

  test("no file disables the compiler, and each lint exception has a reason", () => {
    assert.deepEqual(
      linesWith((line) => /@ts-(?:ignore|nocheck)|(?:eslint|oxlint)-disable(?!.* -- \S)/.test(line), sources),
      [],
    );
  });
});

/** Counts the public methods of each class: overloads once, accessors and well-known symbols not. */
function publicMethods(path: string, source: string): readonly { readonly name: string; readonly count: number }[] {
  const classes: { name: string; count: number }[] = [];
  new Visitor({
    ClassDeclaration: ({ id, body }) => {
      const names = body.body.flatMap((member) => {
        if (member.type !== "MethodDefinition" || member.kind !== "method" || member.static || member.computed) return [];
        if (member.accessibility === "private" || member.key.type === "PrivateIdentifier") return [];
        return source.slice(member.key.start, member.key.end);
      });
      classes.push({ name: id?.name ?? "class", count: new Set(names).size });
    },
  }).visit(parseSync(path, source).program);
  return classes;
}

test("counts public methods without accessors and the constructor", () => {
  const source = `class A { constructor() {} #a() {} private b() {} static c() {} d() {} get e() { return 1; } f(): void; f() {} [Symbol.dispose]() {} }`;
  assert.deepEqual(publicMethods("a.ts", source), [{ name: "A", count: 2 }]);
});
