import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readFrontMatter } from "./front-matter.ts";

const fieldsOf = async (source: string) => Object.fromEntries((await readFrontMatter(`---\n${source}\n---\nBody.`)).fields);

test("parses fields as YAML, every value a string", async () => {
  assert.deepEqual(await fieldsOf(`name: a # what it is\ndescription: >-\n  one\n  two\nquoted: "a: b"\ncount: 3\nempty:\non: yes`), {
    name: "a",
    description: "one two",
    quoted: "a: b",
    count: "3",
    empty: "",
    on: "yes",
  });
});

test("returns the source of a value that is not a plain scalar", async () => {
  assert.deepEqual(await fieldsOf("argument-hint: [file] \nallowed-tools:\n  - read\n  - ls"), {
    "argument-hint": "[file]",
    "allowed-tools": "- read\n  - ls",
  });
});

test("when YAML rejects the fields, reads each value verbatim", async () => {
  assert.deepEqual(await fieldsOf(`name: a\ndescription: Use when: asked\nargument-hint: [file] [line]\nother: "a"`), {
    name: "a",
    description: "Use when: asked",
    "argument-hint": "[file] [line]",
    other: "a",
  });
});

test("the body follows the fields, with any line break and byte order mark", async () => {
  const read = async (text: string) => {
    const { fields, body } = await readFrontMatter(text);
    return [Object.fromEntries(fields), body];
  };
  assert.deepEqual(await read("\uFEFF---\r\na: b\r\n---\r\n\r\nOne.\r\n---\r\nTwo.\r\n"), [{ a: "b" }, "One.\n---\nTwo."]);
  assert.deepEqual(await read("---\n---\nText."), [{}, "Text."]);
  assert.deepEqual(await read("Text.\n---\na: b\n---"), [{}, "Text.\n---\na: b\n---"]);
  assert.deepEqual(await read("---\na: b\n\nNever closed."), [{}, "---\na: b\n\nNever closed."]);
});

test("reports invalid fields, and returns the body", async () => {
  const { fields, body, problem } = await readFrontMatter("---\n\ta: 'b\n  - c: [\n---\nBody.");
  assert.deepEqual([fields.size, body, typeof problem], [0, "Body.", "string"]);
  assert.match((await readFrontMatter(`---\na: ${"x".repeat(20_000)}\n---\n`)).problem ?? "", /16384 characters/);
});

test("resolves no alias, executes no tag, and tolerates any nesting depth", async () => {
  const bomb = ["a: &a [x, x, x, x, x, x, x, x, x]"];
  for (const [at, key] of ["b", "c", "d", "e", "f", "g", "h"].entries()) {
    bomb.push(`${key}: &${key} [${Array(9).fill(`*${"abcdefg"[at]}`).join(", ")}]`);
  }
  assert.equal((await fieldsOf(bomb.join("\n")))["h"], "[*g, *g, *g, *g, *g, *g, *g, *g, *g]");
  assert.deepEqual(await fieldsOf("a: !!js/function 'process.exit()'\n__proto__: x\n<<: *gone\nb: c"), {
    a: "process.exit()",
    ["__proto__"]: "x",
    "<<": "*gone",
    b: "c",
  });
  // Converting the first of them to values takes ten minutes.
  for (const nest of ["? ", "- ", "[", "{a: ", "a: "]) await readFrontMatter(`---\n${nest.repeat(16_000 / nest.length)}\n---\nBody.`);
});

test("reads any file without an exception, and its body is a part of it", async () => {
  const lines = fc.array(fc.oneof(fc.constantFrom("---", "...", "a: b", "a: : b", "- x", "? y", "&a *a", "\t", "| >", "'"), fc.string()));
  await fc.assert(
    fc.asyncProperty(lines, async (all) => {
      const text = all.join("\n");
      const { body } = await readFrontMatter(text);
      assert.ok(text.replaceAll("\r\n", "\n").includes(body));
    }),
  );
});
