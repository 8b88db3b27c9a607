import assert from "node:assert/strict";
import { test } from "node:test";
import { howToAllow, type Unanswered } from "./how-to-allow.ts";

const EDIT: Unanswered = {
  tool: "edit",
  requests: [{ tool: "edit", effect: "write", subject: "/work/a.ts", inside: true }],
  offers: ["write(/work/**)"],
};
const COMMAND: Unanswered = {
  tool: "bash",
  requests: [{ tool: "bash", effect: "execute", subject: "make it's", shell: "bash" }],
  offers: ["bash(make it's $)"],
};

test("names the exact options once each, quoted for a shell", () => {
  assert.equal(howToAllow([COMMAND, COMMAND]), String.raw`To allow: --allow 'bash(make it'\''s $)', or --yes for everything.`);
});

test("names a mode that allows all of it", () => {
  assert.match(
    howToAllow([EDIT]),
    /^To allow: --allow 'write\(\/work\/\*\*\)', or --mode auto-edit for edits .*, or --yes for everything\.$/,
  );
  assert.doesNotMatch(howToAllow([EDIT, COMMAND]), /--mode/);
  assert.doesNotMatch(
    howToAllow([{ ...EDIT, requests: [{ tool: "edit", effect: "write", subject: "/etc/hosts", inside: false }] }]),
    /--mode/,
  );
});

test("reports that no option allows the call", () => {
  assert.equal(howToAllow([{ ...COMMAND, offers: [] }]), "This is asked every time: run cox at a terminal, without -p.");
  assert.match(howToAllow([{ ...COMMAND, offers: [], always: true }]), /^A hook requires a question/);
});

test("names only the first of many", () => {
  const many = Array.from({ length: 7 }, (_, at) => ({ ...COMMAND, offers: [`fetch(h${at}.org)`] }));
  assert.match(howToAllow(many), /--allow 'fetch\(h4\.org\)' …, or --yes/);
});
