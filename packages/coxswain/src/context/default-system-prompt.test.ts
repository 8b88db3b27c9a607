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

test("S1-35: our base begins by saying who the agent is, and that it lives in a terminal", () => {
  assert.match(DEFAULT_SYSTEM_PROMPT, /^You are Coxswain, an AI coding agent that lives in a person's terminal\.\n.+\n.+\n\n# /);
});

test("S1-36: our base has eight parts, in their order", () => {
  const names = Array.from(DEFAULT_SYSTEM_PROMPT.matchAll(/^# (.+)$/gm), ([, name]) => name);
  assert.deepEqual(names, PARTS);
});

test("S1-37: it says to be brief and not to narrate, to read before changing, and to build no more than was asked", () => {
  assert.match(part("Tone and Style"), /shown in a terminal/);
  assert.match(part("Tone and Style"), /Do not narrate/);
  assert.match(part("Working With Code"), /Never modify a file that you have not read/);
  assert.match(part("Working With Code"), /nothing else\. No features, options, layers/);
});

test("S1-37: it says to keep a plan for work of several steps, and is true where there is no tool for it", () => {
  assert.match(part("Task Management"), /three or more steps.+If you have the tool todo/);
});

test("S1-37: it says what must not be done with git", () => {
  const git = part("Git Workflows");
  for (const rule of [/Never force-push/, /never skip hooks/, /only when you are asked/, /never discard/]) assert.match(git, rule);
});

test("our base names no vendor of models: nobody is told that it is another's client", () => {
  assert.doesNotMatch(DEFAULT_SYSTEM_PROMPT, /claude|anthropic|openai|gpt|gemini|google/i);
});

test("S1-38: our base is what is sent where a session brings none", () => {
  const sections = systemPrompt({ environment: { cwd: "/", platform: "linux", startedAt: 0 } });
  assert.equal(sections[0]?.text, DEFAULT_SYSTEM_PROMPT);
});
