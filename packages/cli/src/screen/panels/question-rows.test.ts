import assert from "node:assert/strict";
import { test } from "node:test";
import { visibleWidth } from "@earendil-works/pi-tui";
import type { PermissionRequest, Question } from "coxswain";
import fc from "fast-check";
import { colorlessTheme } from "../themes/index.ts";
import { batchRows, questionRows, ruleRows } from "./question-rows.ts";

const OPTIONS = { width: 60, theme: colorlessTheme, cwd: "/w", taskOf: () => undefined };

const asked = (tool: string, request: Partial<PermissionRequest>, more: Partial<Question> = {}): Question => ({
  id: "1",
  sessionId: "s",
  root: "s",
  tool,
  callId: "c",
  input: {},
  requests: [{ tool, effect: "write", subject: "/w/src/a.ts", inside: true, ...request }],
  reasons: [`nothing allows ${tool} to change files`],
  offers: [],
  ...more,
});

/** The rows without those of emphasis. */
const rowsOf = (question: Question): readonly string[] =>
  questionRows(question, { parts: [], otherArguments: {} }, OPTIONS)
    // oxlint-disable-next-line no-control-regex -- removes the sequences of the theme
    .map((row) => row.replaceAll(/\u001b\[[\d;]*m/g, ""))
    .filter((row) => row !== "");

test("the first row is the question in plain words", () => {
  const command = { effect: "execute", subject: "npm test", shell: "bash" } as const;
  const questions = [
    asked("write", {}),
    asked("edit", {}),
    asked("read", { effect: "read", subject: "/etc/hosts", inside: false }),
    asked("fetch", { effect: "network", subject: "https://example.org/a" }),
    asked("bash", command),
    asked("bash", { ...command, confined: true }),
    asked("bash", { ...command, confined: false }),
    asked("deploy", { effect: "execute", subject: '{"to":"production"}' }),
    asked("search", { effect: "network", subject: "cats" }),
    asked("bash", command, { agent: { id: "agent-1", depth: 1, name: "explorer" } }),
  ];
  assert.deepEqual(
    questions.map((question) => rowsOf(question)[0]),
    [
      "Write src/a.ts?",
      "Edit src/a.ts?",
      "Read /etc/hosts?",
      "Fetch https://example.org/a?",
      "Run this command?",
      "Run this command?",
      "Run this command OUTSIDE the sandbox?",
      "Use deploy?",
      "Let search use the network?",
      "Agent explorer: Run this command?",
    ],
  );
});

test("long paths, commands and further requests are shown exactly, below the title", () => {
  const path = `/w/${"very/".repeat(12)}long.ts`;
  assert.deepEqual(rowsOf(asked("write", { subject: path })), ["Write this file?", `  | ${path.slice(0, 56)}`, `  : ${path.slice(56)}`]);
  assert.deepEqual(rowsOf(asked("write", { subject: "/w/a\u202egpj.exe" })), [
    "Write this file?",
    "  | /w/a\\u{202e}gpj.exe",
    "  Invisible characters are shown as codes, as \\x1b.",
  ]);
  const requests = [
    { tool: "copy", effect: "write", subject: "/w/a", inside: true },
    { tool: "copy", effect: "read", subject: "/etc/b", inside: false },
  ] as const;
  assert.deepEqual(rowsOf(asked("copy", {}, { requests })).slice(0, 3), ["Write a?", "  and to read outside this folder:", "  | /etc/b"]);
});

test("nothing in a subject can imitate another row or reach the terminal", () => {
  const subject = "true\n  y  Yes, once\n\u001b[2J\rNo";
  const rows = rowsOf(asked("bash", { effect: "execute", subject, shell: "bash" }));
  assert.deepEqual(rows.slice(1, 4), ["  | true", "  |   y  Yes, once", "  | \\x1b[2J\\x0dNo"]);
});

test("no row is wider than the panel", () => {
  const words = fc.array(fc.constantFrom("a", "word", "文字", "é", "x".repeat(30), "\u001b[2J", "\u202e", "\t", "\n"), { maxLength: 12 });
  const text = words.map((parts) => parts.join(" "));
  const lines = fc.array(fc.record({ mark: fc.constantFrom(" ", "-", "+"), text }), { maxLength: 5 });
  fc.assert(
    fc.property(
      fc.integer({ min: 20, max: 60 }),
      text,
      text,
      lines,
      fc.constantFrom(true, false),
      (width, subject, reason, shown, inside) => {
        const requests = [
          { tool: "copy", effect: "execute", subject, shell: "bash" },
          { tool: "copy", effect: "write", subject: `/${subject}`, inside },
        ] as const;
        const question = asked("copy", {}, { requests, reasons: [reason], always: true });
        const preview = {
          parts: [{ title: "Replaces the existing file, 300 lines, 2000 bytes:", lines: shown }],
          otherArguments: { reason },
        };
        const options = { ...OPTIONS, width };
        for (const row of [
          ...questionRows(question, preview, options).slice(2),
          ...ruleRows([`bash(${subject})`], options),
          ...batchRows([{ id: "b", tool: "write", input: { path: subject }, session: "other" }], question, {
            ...options,
            taskOf: () => subject,
          }),
        ])
          assert.ok(visibleWidth(row) <= width, JSON.stringify(row));
      },
    ),
  );
});

test("only special reasons are shown", () => {
  assert.deepEqual(
    rowsOf(asked("write", {}, { reasons: ['nothing allows "a"; it writes to a device'] })).at(-1),
    "  Why: it writes to a device",
  );
  assert.deepEqual(rowsOf(asked("write", { inside: false })).at(-1), "  Why: it is outside of this folder");
  assert.deepEqual(rowsOf(asked("write", {}, { always: true, reasons: ["it is late"] })).slice(-2), [
    "  Why: it is late",
    "  A hook asks about this call each time.",
  ]);
  assert.equal(rowsOf(asked("write", {})).length, 1);
});
