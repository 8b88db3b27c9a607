import assert from "node:assert/strict";
import { test } from "node:test";
import { allowHint, type QuestionSummary } from "./allow-hint.ts";

const EDIT: QuestionSummary = {
  tool: "edit",
  requests: [{ tool: "edit", effect: "write", subject: "/work/a.ts", inside: true }],
  offers: ["write(/work/**)"],
};
const COMMAND: QuestionSummary = {
  tool: "bash",
  requests: [{ tool: "bash", effect: "execute", subject: "make it's", shell: "bash" }],
  offers: ["bash(make it's $)"],
};

test("names the exact options once each, quoted for a shell", () => {
  assert.equal(allowHint([COMMAND, COMMAND]), String.raw`To allow: --allow 'bash(make it'\''s $)', or --yes for everything.`);
});

test("names a mode that allows all of it", () => {
  assert.match(
    allowHint([EDIT]),
    /^To allow: --allow 'write\(\/work\/\*\*\)', or --mode auto-edit for edits .*, or --yes for everything\.$/,
  );
  assert.doesNotMatch(allowHint([EDIT, COMMAND]), /--mode/);
  assert.doesNotMatch(
    allowHint([{ ...EDIT, requests: [{ tool: "edit", effect: "write", subject: "/etc/hosts", inside: false }] }]),
    /--mode/,
  );
});

test("reports that no option allows the call", () => {
  assert.equal(allowHint([{ ...COMMAND, offers: [] }]), "This is asked every time: run cox at a terminal, without -p.");
  assert.match(allowHint([{ ...COMMAND, offers: [], always: true }]), /^A hook requires a question/);
});

test("names only the first of many", () => {
  const many = Array.from({ length: 7 }, (_, at) => ({ ...COMMAND, offers: [`fetch(h${at}.org)`] }));
  assert.match(allowHint(many), /--allow 'fetch\(h4\.org\)' …, or --yes/);
});
