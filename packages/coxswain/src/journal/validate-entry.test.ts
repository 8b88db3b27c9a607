import assert from "node:assert/strict";
import { test } from "node:test";
import { entry } from "../transfer/entry.fixture.ts";
import { isValidEntry } from "./validate-entry.ts";

type EntryFields = Parameters<typeof entry>[0];

const USER = { role: "user", content: [{ type: "text", text: "a" }] };
const ANSWER = { role: "assistant", content: [{ type: "tool_call", id: "1", name: "read", input: {} }], model: "m/m", usage: {} };
const RESULT = { role: "tool", content: [], callId: "1", name: "read" };
const message = (fields: unknown) => ({ type: "message", message: fields });

const COMPACTION = {
  type: "compaction",
  summary: "They began.",
  firstPreserved: null,
  covers: { from: 1, to: 2 },
  preserved: [{ name: "rules", text: "Never push." }],
  model: "m/m",
  usage: {},
};
const SECTION = { name: "base", hash: "1", text: "Be brief." };

const VALID: readonly EntryFields[] = [
  message(USER),
  message({ ...USER, typed: "/skill:pdf", source: "user" }),
  message(ANSWER),
  message({ ...ANSWER, content: [{ type: "video" }, { type: "reasoning", text: "hm" }] }),
  message({ ...ANSWER, content: [{ type: "provider", name: "web_search", output: "a", providerData: {} }] }),
  message(RESULT),
  { type: "response_discard", run: "r", model: "m/m", usage: {} },
  COMPACTION,
  { type: "branch_summary", summary: "They tried.", model: "m/m", usage: {} },
  { type: "system_prompt", sections: [SECTION] },
  { type: "system_change", sections: [SECTION, { name: "skills", hash: null, text: null }] },
  { type: "tools_sent", tools: { read: "1" } },
  { type: "nested_instructions", call: "1", files: ["/AGENTS.md"] },
  { type: "skill_use", name: "pdf", path: "/SKILL.md" },
  { type: "title_change", title: "Fix it", usage: {} },
  { type: "todo", items: [] },
  { type: "todo", items: [{ content: "a", status: "pending" }] },
  { type: "note:extension" },
];

const INVALID: readonly EntryFields[] = [
  message({ ...ANSWER, content: [{ type: "provider", name: "web_search" }] }),
  message({ ...ANSWER, content: [{ type: "provider", name: "web_search", output: 1, providerData: {} }] }),
  { type: "response_discard", run: "r", model: "m/m" },
  message(null),
  message({ role: "user" }),
  message({ ...USER, role: "system" }),
  message({ ...USER, content: "a" }),
  ...[null, 7, [], "a", {}, { type: "text" }, { type: "text", text: 7 }].map((part) => message({ ...USER, content: [part] })),
  ...[7, null, {}].map((typed) => message({ ...USER, typed })),
  message({ ...USER, source: 7 }),
  message({ ...ANSWER, model: undefined }),
  message({ ...ANSWER, usage: null }),
  ...[{ id: 7 }, { name: undefined }].map((fields) => message({ ...ANSWER, content: [{ ...ANSWER.content[0], ...fields }] })),
  message({ ...RESULT, callId: undefined }),
  message({ ...RESULT, name: 7 }),
  ...["summary", "firstPreserved", "covers", "preserved", "model", "usage"].map((field) => ({ ...COMPACTION, [field]: undefined })),
  { ...COMPACTION, covers: { from: 1, to: "all" } },
  { ...COMPACTION, preserved: [null] },
  { ...COMPACTION, preserved: [{ name: "rules" }] },
  { type: "branch_summary", summary: 7, model: "m/m", usage: {} },
  { type: "system_prompt" },
  { type: "system_prompt", sections: [null] },
  { type: "system_prompt", sections: [{ name: "base", text: "a" }] },
  { type: "system_change", sections: [{ name: "base", hash: null, text: "a" }] },
  { type: "system_change", sections: [{ hash: "1", text: "a" }] },
  { type: "tools_sent", tools: { read: 1 } },
  { type: "tools_sent", tools: null },
  { type: "nested_instructions", call: "1" },
  { type: "nested_instructions", call: "1", files: [7] },
  { type: "skill_use", name: "pdf" },
  { type: "title_change", title: "Fix it", usage: 7 },
  { type: "todo", items: [{ content: "a" }] },
  { type: "todo", items: [null] },
  { type: "todo" },
];

for (const fields of VALID) {
  test(`L6: accepts ${JSON.stringify(fields)}`, () => assert.ok(isValidEntry(entry(fields))));
}

for (const fields of INVALID) {
  test(`L6: rejects ${JSON.stringify(fields)}`, () => assert.ok(!isValidEntry(entry(fields))));
}
