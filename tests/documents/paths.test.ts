import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite, test } from "node:test";

const root = join(import.meta.dirname, "..", "..");
const documents = globSync(["*.md", "docs/**/*.md", "{bench,examples,packages/*}/*.md"], { cwd: root }).toSorted();
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** Paths of this repository in code marks: `packages/x/y.ts`. A pattern or a name in capitals stands for many. */
const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(/`((?:packages|tests|bench|docs|examples|scripts|\.ci)\/[^`\s*{}<>]*)`/g)].flatMap(([, path = ""]) =>
    path.includes("FOLDER") ? [] : path,
  );

/** Targets of Markdown links that lead to files. */
const linksIn = (text: string): readonly string[] =>
  [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].flatMap(([, target = ""]) => (/^[a-z]+:/.test(target) ? [] : target));

suite("every path that a document names exists", () => {
  for (const document of documents) {
    test(document, () => {
      const text = read(document);
      const missing = [
        ...pathsIn(text).filter((path) => !existsSync(join(root, path))),
        ...linksIn(text).filter((target) => !existsSync(join(root, dirname(document), target))),
      ];
      assert.deepEqual(missing, []);
    });
  }
});

test("each page on a mechanism names a file that does it, and the index names each page", () => {
  const pages = globSync("docs/architecture/*.md", { cwd: root }).filter((path) => !path.endsWith("README.md"));
  const index = read("docs/architecture/README.md");
  for (const page of pages) {
    assert.ok(
      pathsIn(read(page)).some((path) => path.startsWith("packages/")),
      `${page} names no file`,
    );
    assert.ok(index.includes(`](${page.slice("docs/architecture/".length)})`), `${page} is not in the index`);
  }
});

test("every npm script that a document names exists", () => {
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(read("package.json"));
  const named = documents.flatMap((document) => [...read(document).matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name));
  assert.ok(named.length > 0);
  assert.deepEqual(
    named.filter((name) => scripts[name] === undefined),
    [],
  );
});

test("AGENTS.md has fewer than 120 lines", () => {
  assert.ok(read("AGENTS.md").split("\n").length < 120);
});
