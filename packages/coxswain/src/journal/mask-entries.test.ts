import assert from "node:assert/strict";
import { test } from "node:test";
import type { Draft } from "../log/index.ts";
import { messageDraft, type MessageEntry } from "../loop/index.ts";
import { NO_USAGE } from "../model/index.ts";
import { masking, type MaskingOptions } from "../policy/index.ts";
import { maskEntries } from "./mask-entries.ts";

const masker = (options?: MaskingOptions) => maskEntries(masking(options));

const KEY = "canary-0123456789";
const TOKEN = `ghp_${"aB3dE6".repeat(6)}`;

const toolMessage = (text: string): Draft<MessageEntry> =>
  messageDraft({ role: "tool", callId: "1", name: "bash", content: [{ type: "text", text }], isError: false, details: { lines: [text] } });
const userMessage = (text: string): Draft<MessageEntry> => messageDraft({ role: "user", content: [{ type: "text", text }] });

test("L24: masks a known key in every entry, including the user's messages", () => {
  const mask = masker({ values: [KEY] });
  const call = { type: "tool_call", id: "1", name: "bash", input: { command: `curl -H ${KEY}` } } as const;
  const entries: readonly Draft[] = [
    userMessage(`my key is ${KEY}`),
    toolMessage(`KEY=${KEY}`),
    messageDraft({ role: "assistant", content: [call], model: "a/b", stop: "tool_calls", usage: NO_USAGE }),
    { type: "title_change", title: KEY } as Draft,
  ];
  for (const entry of entries) {
    const masked = JSON.stringify(mask(entry));
    assert.ok(!masked.includes(KEY));
    assert.ok(masked.includes("[masked:key]"));
  }
});

test("L24: masks a known key in property names", () => {
  const call = { type: "tool_call", id: "1", name: "set", input: { headers: { [KEY]: { deep: KEY } } } } as const;
  const draft = messageDraft({ role: "assistant", content: [call], model: "a/b", stop: "tool_calls", usage: NO_USAGE });
  const masked = masker({ values: [KEY] })(draft) as typeof draft;
  assert.deepEqual(masked.message.role === "assistant" && masked.message.content[0], {
    ...call,
    input: { headers: { "[masked:key]": { deep: "[masked:key]" } } },
  });
});

test("masks a token of a known format in tool output, but not in messages of the user or the model", () => {
  const mask = masker();
  assert.ok(!JSON.stringify(mask(toolMessage(TOKEN))).includes(TOKEN));
  const typed = userMessage(`use ${TOKEN}`);
  assert.equal(mask(typed), typed);
});

test("masks known keys even if the formats are disabled", () => {
  const mask = masker({ values: [KEY], shapes: false });
  assert.deepEqual(mask(toolMessage(`${TOKEN} ${KEY}`)), toolMessage(`${TOKEN} [masked:key]`));
});

test("returns the same object for an entry without secrets", () => {
  const entry = toolMessage("3 passing");
  assert.equal(masker({ values: [KEY] })(entry), entry);
});

test("masks the longer of two keys with the same prefix, and ignores short values", () => {
  const mask = masker({ values: ["12345678", "1234567890", "true"] });
  assert.deepEqual(mask(userMessage("1234567890 true")), userMessage("[masked:key] true"));
});

test("does not change images", () => {
  const draft = messageDraft({
    role: "tool",
    callId: "1",
    name: "read",
    content: [{ type: "image", mediaType: "image/png", data: TOKEN }],
    isError: false,
  });
  assert.equal(masker()(draft), draft);
});

test("L24: masks everything but the data of an object with the type image", () => {
  const call = { type: "tool_call", id: "1", name: "show", input: { type: "image", url: `https://example.com/?key=${KEY}` } } as const;
  const draft = messageDraft({ role: "assistant", content: [call], model: "a/b", stop: "tool_calls", usage: NO_USAGE });
  assert.ok(!JSON.stringify(masker({ values: [KEY] })(draft)).includes(KEY));
});

test("L24: masks a token from files in the system prompt, but not one from the user", () => {
  const section = (name: string) => ({ name, hash: "0", text: `use ${TOKEN}` });
  const sections = ["instructions", "project", "skills"].map(section);
  const masked = masker()({ type: "system_prompt", sections } as Draft) as Draft & { readonly sections: typeof sections };
  assert.deepEqual(
    masked.sections.map(({ text }) => text.includes(TOKEN)),
    [true, false, false],
  );
});

test("L24: masks a token from files in preserved sections, but not one from the user", () => {
  const preserved = ["prompt", "instructions", "skills"].map((name) => ({ name, text: `use ${TOKEN}` }));
  const masked = masker()({ type: "compaction", summary: "s", preserved } as Draft) as Draft & { readonly preserved: typeof preserved };
  assert.deepEqual(
    masked.preserved.map(({ text }) => text.includes(TOKEN)),
    [true, false, false],
  );
});

test("L24: masks a token in the changes of files that a question shows", () => {
  const requests = [{ tool: "edit", effect: "write", subject: "/a", preview: `+use ${TOKEN}` }];
  const draft = { type: "permission_ask", id: "1", tool: "rename", callId: "c", input: {}, requests, reasons: [], offers: [] };
  assert.ok(!JSON.stringify(masker()(draft as Draft)).includes(TOKEN));
});
