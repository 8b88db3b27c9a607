import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";

const root = join(import.meta.dirname, "..", "..");
const page = readFileSync(join(root, "SECURITY.md"), "utf8");

/** Rows of its tables whose last column links to tests. */
const rows = page.split("\n").flatMap((line) => {
  const cells = line.split("|").map((cell) => cell.trim());
  return cells.length >= 4 && cells.at(-2)?.includes("](") === true ? [{ about: cells[1] ?? "", evidence: cells.at(-2) ?? "" }] : [];
});
const heads = [...page.matchAll(/^\|.*\| shown by\s+\|\n\|[-| ]+\|\n((?:\|.*\n)+)/gm)].flatMap(([, body = ""]) => body.trim().split("\n"));

test("each row of the threat model links to a test", () => {
  assert.ok(rows.length >= 20);
  assert.equal(rows.length, heads.length);
});

suite("each link of the threat model contains words of a test's name", () => {
  for (const { about, evidence } of rows) {
    test(about, () => {
      const links = [...evidence.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)];
      for (const [, words = "", path = ""] of links) {
        assert.match(path, /\.test\.ts$/);
        assert.ok(existsSync(join(root, path)), path);
        assert.ok(
          titles(path).some((title) => title.includes(words)),
          `${path} has no test "${words}"`,
        );
      }
    });
  }
});

const titles = (path: string): readonly string[] =>
  [...readFileSync(join(root, path), "utf8").matchAll(/\b(?:test|suite)\(\s*(["'`])(.+?)\1/gs)].map(([, , title = ""]) => title);
