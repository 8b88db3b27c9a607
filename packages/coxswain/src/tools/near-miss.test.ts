import assert from "node:assert/strict";
import { test } from "node:test";
import { nearMiss } from "./near-miss.ts";

const FILE = "import a\n\nfunction one() {\n\treturn 'x';\n}\n\nfunction two() {\n\treturn 'y';  \n}\n";

const CASES: readonly (readonly [wanted: string, line: number, difference: RegExp])[] = [
  ["function one() {\n    return 'x';\n}", 3, /line 4 is indented with 1 tab, not with 4 spaces/],
  ["function two() {\n\treturn 'y';\n}", 7, /line 8 differs in the white space at its end/],
  ["3\tfunction one() {", 3, /line numbers of the read tool/],
  ["function one() {\n\treturn ‘x’;\n}", 3, /line 4 differs in quotes/],
  ["Function one() {", 3, /upper and lower case/],
  ["function  one() {", 3, /line 3 differs in its white space/],
  ["function one() {\n\treturn 'z';\n}", 3, /line 4 differs: it is "\\treturn 'x';", not "\\treturn 'z';"/],
  ["functoin one() {", 3, /line 3 differs: it is "function one\(\) \{"/],
];

for (const [expected, line, difference] of CASES) {
  test(`finds the most similar text to ${JSON.stringify(expected)} and describes the difference`, () => {
    const near = nearMiss(FILE, expected);
    assert.ok(near);
    assert.equal(near.line, line);
    assert.match(near.difference, difference);
  });
}

test("returns undefined if nothing in the file is similar", () => {
  assert.equal(nearMiss(FILE, "zzzz qqqq"), undefined);
  assert.equal(nearMiss("", "zzzz"), undefined);
});

test("finds a similar text among 50,000 lines", () => {
  const file = Array.from({ length: 50_000 }, (_, at) => `const value${at} = compute(${at});`).join("\n");
  assert.equal(nearMiss(file, "const valeu12345 = compute(12345);")?.line, 12_346);
});
