import assert from "node:assert/strict";
import { test } from "node:test";
import type { Draft } from "../log/index.ts";
import { messageDraft, type MessageEntry } from "../loop/index.ts";
import { NO_USAGE } from "../model/index.ts";
import { masking, type MaskingOptions } from "../policy/index.ts";
import { maskFacts } from "./mask-facts.ts";

const masker = (options?: MaskingOptions) => maskFacts(masking(options));

const KEY = "canary-0123456789";
const TOKEN = `ghp_${"aB3dE6".repeat(6)}`;

const toolMessage = (text: string): Draft<MessageEntry> =>
  messageDraft({ role: "tool", callId: "1", name: "bash", content: [{ type: "text", text }], isError: false, details: { lines: [text] } });
const userMessage = (text: string): Draft<MessageEntry> => messageDraft({ role: "user", content: [{ type: "text", text }] });

test("L24: a known key is masked in every fact, in what a person said, too", () => {
  const mask = masker({ values: [KEY] });
  const call = { type: "tool_call", id: "1", name: "bash", input: { command: `curl -H ${KEY}` } } as const;
  const facts: readonly Draft[] = [
    userMessage(`my key is ${KEY}`),
    toolMessage(`KEY=${KEY}`),
    messageDraft({ role: "assistant", content: [call], model: "a/b", stop: "tool_calls", usage: NO_USAGE }),
    { type: "title_change", title: KEY } as Draft,
  ];
  for (const fact of facts) {
    const kept = JSON.stringify(mask(fact));
    assert.ok(!kept.includes(KEY));
    assert.ok(kept.includes("[masked:key]"));
  }
});

test("L24: a known key is masked where it is the name of something, too", () => {
  const call = { type: "tool_call", id: "1", name: "set", input: { headers: { [KEY]: { deep: KEY } } } } as const;
  const draft = messageDraft({ role: "assistant", content: [call], model: "a/b", stop: "tool_calls", usage: NO_USAGE });
  const masked = masker({ values: [KEY] })(draft) as typeof draft;
  assert.deepEqual(masked.message.role === "assistant" && masked.message.content[0], {
    ...call,
    input: { headers: { "[masked:key]": { deep: "[masked:key]" } } },
  });
});

test("a token of a known shape is masked in what tools bring, and left where a person or the model wrote it", () => {
  const mask = masker();
  assert.ok(!JSON.stringify(mask(toolMessage(TOKEN))).includes(TOKEN));
  const said = userMessage(`use ${TOKEN}`);
  assert.equal(mask(said), said);
});

test("the shapes can be switched off, and known keys are masked all the same", () => {
  const mask = masker({ values: [KEY], shapes: false });
  assert.deepEqual(mask(toolMessage(`${TOKEN} ${KEY}`)), toolMessage(`${TOKEN} [masked:key]`));
});

test("a fact without secrets is kept as the very object", () => {
  const fact = toolMessage("3 passing");
  assert.equal(masker({ values: [KEY] })(fact), fact);
});

test("of two keys that begin alike the longer is masked whole, and a short value is no key", () => {
  const mask = masker({ values: ["12345678", "1234567890", "true"] });
  assert.deepEqual(mask(userMessage("1234567890 true")), userMessage("[masked:key] true"));
});

test("images are left as they are", () => {
  const draft = messageDraft({
    role: "tool",
    callId: "1",
    name: "read",
    content: [{ type: "image", mediaType: "image/png", data: TOKEN }],
    isError: false,
  });
  assert.equal(masker()(draft), draft);
});

test("L24: what only calls itself an image is masked, but for an image's bytes", () => {
  const call = { type: "tool_call", id: "1", name: "show", input: { type: "image", url: `https://example.com/?key=${KEY}` } } as const;
  const draft = messageDraft({ role: "assistant", content: [call], model: "a/b", stop: "tool_calls", usage: NO_USAGE });
  assert.ok(!JSON.stringify(masker({ values: [KEY] })(draft)).includes(KEY));
});

test("L24: a token in a file for agents is masked in the system prompt, and one that the person gave along is left", () => {
  const section = (name: string) => ({ name, hash: "0", text: `use ${TOKEN}` });
  const sections = ["instructions", "project", "skills"].map(section);
  const masked = masker()({ type: "system_prompt", sections } as Draft) as Draft & { readonly sections: typeof sections };
  assert.deepEqual(
    masked.sections.map(({ text }) => text.includes(TOKEN)),
    [true, false, false],
  );
});

test("L24: a token in what a compaction carries out of files is masked, and one of the person's words is left", () => {
  const preserved = ["prompt", "instructions", "skills"].map((name) => ({ name, text: `use ${TOKEN}` }));
  const masked = masker()({ type: "compaction", summary: "s", preserved } as Draft) as Draft & { readonly preserved: typeof preserved };
  assert.deepEqual(
    masked.preserved.map(({ text }) => text.includes(TOKEN)),
    [true, false, false],
  );
});
