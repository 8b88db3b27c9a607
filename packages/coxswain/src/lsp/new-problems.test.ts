import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { CodeProblem } from "../workspace/index.ts";
import { newProblems } from "./new-problems.ts";

/** Problems of a string: each line with `!` has an error, whose message is the text after it. */
const check = (text: string) => ({
  text,
  problems: text.split("\n").flatMap((content, line): readonly CodeProblem[] => {
    const at = content.indexOf("!");
    const place = { line, character: at };
    return at === -1 ? [] : [{ path: "/a", start: place, end: place, severity: "error", message: content.slice(at) }];
  }),
});

const linesOfNew = async (before: string, after: string): Promise<readonly number[]> =>
  (await newProblems(check(before), check(after))).map(({ start }) => start.line);

const ROWS: readonly (readonly [what: string, before: string, after: string, expected: readonly number[]])[] = [
  ["an error that existed before is not new", "a\nb!x\n", "a\nb!x\n", []],
  ["an error on a line that was moved by other lines is not new", "b!x\n", "a\na\nb!x\n", []],
  ["an error on a line that was cut and inserted elsewhere is not new", "b!x\na\na\na\n", "a\na\na\nb!x\n", []],
  ["an error that stays on a line that was changed is not new", "a\nb!x\nc", "a\nbb!x\nc", []],
  ["a second error with the same message is new", "b!x\n", "b!x\nc!x\n", [1]],
  ["an error with the same message elsewhere is new, if the old one was repaired", "b!x\nc\nd\ne\n", "b\nc\nd\ne!x\n", [3]],
  ["an error of a changed line is the old one, and not a copy of the old line elsewhere", "b!x\nc\nd\n", "y!x\nc\nd\nb!x\n", [3]],
  ["another error on the same line is new", "b!x\n", "b!y\n", [0]],
  ["all errors of a new file are new", "", "b!x\nc!y\n", [0, 1]],
];
for (const [what, before, after, expected] of ROWS) test(what, async () => assert.deepEqual(await linesOfNew(before, after), expected));

test("an error of an unchanged line is new if the old one was on a line that was removed", async () => {
  const start = { line: 1, character: 0 };
  const problems = [{ path: "/a", start, end: start, severity: "error", message: "x" }] as const;
  assert.equal((await newProblems({ text: "a\nb\nc", problems }, { text: "a\nc", problems })).length, 1);
});

test("a file with very many errors is compared at once", async () => {
  const text = Array.from({ length: 50_000 }, (_, at) => `${at}!same`).join("\n");
  assert.deepEqual(await linesOfNew(text, `${text}\n!same`), [50_000]);
  assert.deepEqual(await linesOfNew(text, text), []);
});

const line = fc.constantFrom("a", "b", "c!x", "d!x", "e!y", "");
const text = fc.array(line, { maxLength: 20 });

test("property: lines that are inserted have exactly the new errors", async () => {
  await fc.assert(
    fc.asyncProperty(text, text, fc.nat(), async (lines, inserted, at) => {
      const place = at % (lines.length + 1);
      const after = lines.toSpliced(place, 0, ...inserted);
      const found = await newProblems(check(lines.join("\n")), check(after.join("\n")));
      assert.deepEqual(
        found.map(({ message }) => message).toSorted(),
        check(inserted.join("\n"))
          .problems.map(({ message }) => message)
          .toSorted(),
      );
    }),
  );
});

test("property: a change that only removes lines causes no errors", async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }), async (lines, isLeft) => {
      assert.deepEqual(await linesOfNew(lines.join("\n"), lines.filter((_, at) => isLeft[at]).join("\n")), []);
    }),
  );
});
