import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Entry } from "../log/index.ts";
import { entryReader } from "./entry-reader.ts";

const entry = (fields: object): Entry => ({ seq: 0, id: "a", parent: null, at: 0, type: "message", ...fields });

test("finds a call by its name and by the strings in its input, at any depth", () => {
  const call = { type: "tool_call", id: "c", name: "edit", input: { path: "src/a.ts", edits: [{ old: "line one\nline two", count: 3 }] } };
  const message = { role: "assistant", content: [{ type: "text", text: "I edit." }, call], model: "m/m", stop: "tool_calls", usage: {} };
  assert.deepEqual(entryReader.describe(entry({ message })).texts, [
    { by: "assistant", text: "I edit." },
    { by: "assistant", text: "edit\nsrc/a.ts\nline one\nline two\n3" },
  ]);
});

test("finds a user message by the typed text, not by its expansion", () => {
  const message = { role: "user", content: [{ type: "text", text: "A long skill." }], typed: "/skill:pdf report.pdf" };
  assert.deepEqual(entryReader.describe(entry({ message })).texts, [{ by: "user", text: "/skill:pdf report.pdf", typed: 21 }]);
});

test("separates the typed words of a prompt from attached content and from messages of others", () => {
  const typed = (fields: object) => entryReader.describe(entry({ message: { role: "user", ...fields } })).texts?.map((text) => text.typed);
  const content = [
    { type: "text", text: "Read it." },
    { type: "text", text: "\n\n<file>…</file>" },
  ];
  assert.deepEqual(typed({ content }), ["Read it.".length]);
  assert.deepEqual(typed({ content, source: "extension" }), [0]);
  const command = (include: boolean) =>
    entryReader.describe(entry({ type: "shell", command: "ls", output: "a", exitCode: 0, include })).texts?.[0];
  assert.deepEqual(command(true), { by: "user", text: "!ls", typed: 3 });
  assert.deepEqual(command(false), { by: "user", text: "!!ls", typed: 4 });
});

test("counts the usage of summaries", () => {
  const usage = { input: 7, output: 3, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
  const cut = { firstPreserved: null, covers: { from: 1, to: 2 }, preserved: [] };
  const summary = { summary: "A summary.", ...cut, model: "acme/small", usage, cost: 0.5 };
  for (const type of ["compaction", "branch_summary"]) {
    assert.deepEqual(entryReader.describe(entry({ type, ...summary })), { spent: { model: "acme/small", ...usage, cost: 0.5 } });
  }
});

test("counts the usage of a title that a model generated", () => {
  const usage = { input: 7, output: 3, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
  const describe = (fields: object) => entryReader.describe(entry({ type: "title_change", title: "Fix it", ...fields }));
  assert.deepEqual(describe({ model: "acme/small", usage, cost: 0.5 }), {
    title: "Fix it",
    spent: { model: "acme/small", ...usage, cost: 0.5 },
  });
  assert.deepEqual(describe({}), { title: "Fix it" });
});

test("reads only valid numbers, whatever a file contains", () => {
  const usage = { input: -1, output: "many", cacheRead: null, reasoning: Infinity };
  const message = { role: "assistant", content: [], model: "m/m", stop: "stop", usage, cost: "free" };
  assert.deepEqual(entryReader.describe(entry({ message })).spent, {
    model: "m/m",
    input: 0,
    cacheRead: 0,
    cacheWrite: 0,
    output: 0,
    reasoning: 0,
  });
});

test("L6: does not index invalid entries", () => {
  for (const role of [undefined, null, 7, {}, "system"])
    assert.deepEqual(entryReader.describe(entry({ message: { role, content: [] } })), {});
  assert.deepEqual(entryReader.describe(entry({ type: "shell", command: "ls" })), {});
});

test("invalid or irrelevant entries yield facts or throw, and never hang", () => {
  const types = fc.constantFrom("message", "shell", "setup", "model_change", "title_change", "run_end", "unknown");
  fc.assert(
    fc.property(
      types,
      fc.dictionary(fc.constantFrom("message", "setup", "title", "model", "command", "output"), fc.jsonValue()),
      (type, fields) => {
        try {
          const { title = "", model = "", texts = [] } = entryReader.describe(entry({ ...fields, type }));
          const found = [title, model, ...texts.flatMap(({ by, text }) => [by, text])];
          assert.ok(found.every((text) => typeof text === "string"));
        } catch (error) {
          assert.ok(error instanceof TypeError, String(error));
        }
      },
    ),
  );
});
