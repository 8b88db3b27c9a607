import assert from "node:assert/strict";
import { test } from "node:test";
import { skill } from "./skills.fixture.ts";
import { expand, type Resources } from "./resources.ts";
const RESOURCES: Resources = {
  skills: [skill("pdf"), skill("deploy", { hidden: true })],
  templates: [
    { name: "review", description: "", path: "/review.md", body: "Review $1.", origin: "user" },
    { name: "web:check", description: "", path: "/web/check.md", body: "Check.", origin: "user" },
  ],
  agents: [],
  warnings: [],
};

const textOf = (text: string): string => {
  const expansion = expand(text, RESOURCES);
  return expansion.kind === "expanded" ? expansion.text : expansion.kind;
};

test("S0-61: /skill:name expands to the skill's text, followed by the arguments", () => {
  const tag = '<skill name="pdf" path="/skills/pdf/SKILL.md">\nHow pdf is done.\n</skill>';
  assert.equal(textOf("/skill:pdf"), tag);
  assert.equal(textOf("/skill:pdf  report.pdf\n and $1 "), `${tag}\n\nreport.pdf\n and $1`);
  assert.match(textOf("/skill:deploy"), /deploy/, "the user may invoke it, the model may not");
});

test("a missing skill is not sent as text", () => {
  assert.deepEqual(expand("/skill:pfd x", RESOURCES), { kind: "unknown_skill", name: "pfd" });
  assert.deepEqual(expand("/skill:", RESOURCES), { kind: "unknown_skill", name: "" });
});

test("S0-62: /name expands to the template of that name", () => {
  assert.equal(textOf("/review src/a.ts"), "Review src/a.ts.");
  assert.equal(textOf("/web:check"), "Check.");
});

test("/prompt:name expands to the template of that name, unless a template has the whole name", () => {
  assert.equal(textOf("/prompt:review src/a.ts"), "Review src/a.ts.");
  assert.equal(textOf("/prompt:web:check"), "Check.");
  assert.equal(textOf("/prompt:other"), "unchanged");
  const own = { name: "prompt:review", description: "", path: "/prompt/review.md", body: "Mine.", origin: "user" } as const;
  const resources = { ...RESOURCES, templates: [...RESOURCES.templates, own] };
  assert.deepEqual(expand("/prompt:review", resources), { kind: "expanded", text: "Mine." });
});

test("sends a message that names no template unchanged", () => {
  for (const text of ["/etc/hosts is odd", "/reviews", "/Review a", " /review a", "Please /review a", "/", "", "/review/a"]) {
    assert.equal(textOf(text), "unchanged", text);
  }
});
