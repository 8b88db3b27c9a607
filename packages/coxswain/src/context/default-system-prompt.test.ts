import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_SYSTEM_PROMPT } from "./default-system-prompt.ts";
import { systemPrompt } from "./system-prompt.ts";

const PARTS = [
  "Tone and Style",
  "Professional Objectivity",
  "Working With Code",
  "Tool Usage",
  "Task Management",
  "Asking Questions",
  "Git Workflows",
  "Error Handling",
];

const part = (name: string): string => DEFAULT_SYSTEM_PROMPT.split(/^# /m).find((text) => text.startsWith(`${name}\n`)) ?? "";

test("S1-35: the base starts with the agent's identity and that it lives in a terminal", () => {
  assert.match(DEFAULT_SYSTEM_PROMPT, /^You are Coxswain, an AI coding agent in the user's terminal\.\n.+\n.+\n\n# /);
});

test("S1-36: the base has eight parts, in order", () => {
  const names = Array.from(DEFAULT_SYSTEM_PROMPT.matchAll(/^# (.+)$/gm), ([, name]) => name);
  assert.deepEqual(names, PARTS);
});

test("S1-37: the base asks for brevity without narration, reading before changing, and building only the requested change", () => {
  assert.match(part("Tone and Style"), /shown in a terminal/);
  assert.match(part("Tone and Style"), /Do not narrate/);
  assert.match(part("Working With Code"), /Never modify a file that you have not read/);
  assert.match(part("Working With Code"), /nothing else\. No features, options, layers/);
});

test("S1-37: the base asks for a plan for work of several steps, and is correct without a tool for it", () => {
  assert.match(part("Task Management"), /three or more steps.+If you have the tool todo/);
});

test("S1-37: the base lists forbidden git operations", () => {
  const git = part("Git Workflows");
  for (const rule of [/Never force-push/, /never skip hooks/, /only on request/, /never discard/]) assert.match(git, rule);
});

test("the base names no model vendor, so that no model reads that it is another vendor's client", () => {
  assert.doesNotMatch(DEFAULT_SYSTEM_PROMPT, /claude|anthropic|openai|gpt|gemini|google/i);
});

test("S1-38: sends our base when a session has none", () => {
  const sections = systemPrompt({ environment: { cwd: "/", platform: "linux", startedAt: 0 } });
  assert.equal(sections[0]?.text, DEFAULT_SYSTEM_PROMPT);
});
