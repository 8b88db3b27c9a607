import assert from "node:assert/strict";
import { test } from "node:test";
import { fileContent } from "../tools/index.ts";
import { temporaryWorkspace } from "../workspace/workspace.fixture.ts";
import type { TestContext } from "node:test";
import { readFileSync } from "node:fs";
import { contentParts, MAX_RESULT_LENGTH, toolResult } from "./content.ts";
import type { McpCallResult, McpContent } from "./types.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const signal = new AbortController().signal;

const hostIn = (t: TestContext) => ({ read: fileContent, workspace: temporaryWorkspace(t).workspace });

const texts = async (t: TestContext, ...blocks: readonly McpContent[]): Promise<readonly string[]> =>
  (await contentParts(blocks, hostIn(t), signal)).map((part) => (part.type === "text" ? part.text : `(${part.mediaType})`));

const resultOf = (result: Partial<McpCallResult>) =>
  toolResult({ content: [], isError: false, ...result }, { read: fileContent, workspace: {} }, signal);

const encoded = (text: string): string => Buffer.from(text).toString("base64");

test("text and images reach the model, without hidden characters", async (t) => {
  const shown = await texts(t, { type: "text", text: "a\u200bb\u001b[2J\r\nc" }, { type: "image", mimeType: "image/png", data: PNG });
  assert.deepEqual(shown, ["ab\nc", "(image/png)"]);
});

test("an image of another type than it claims is sent by its content, and a damaged one is described", async (t) => {
  const [image, damaged] = await texts(
    t,
    { type: "image", mimeType: "image/jpeg", data: PNG },
    { type: "image", mimeType: "image/png", data: PNG.slice(0, 60) },
  );
  assert.equal(image, "(image/png)");
  assert.match(damaged ?? "", /^\[image: image\/png, \d+ bytes, not shown: /);
});

test("audio is saved and described", async (t) => {
  const [note = ""] = await texts(t, { type: "audio", mimeType: "audio/wav", data: encoded("RIFF") });
  const [, path = ""] =
    /^\[audio: audio\/wav, 4 bytes, not shown: audio cannot be shown; all of it can be read in (.+\.wav)\]$/.exec(note) ?? [];
  assert.equal(readFileSync(path, "utf8"), "RIFF");
});

test("resources are shown with their URI: as text, and by their content", async (t) => {
  const shown = await texts(
    t,
    { type: "resource", resource: { uri: "notes://1", mimeType: "text/plain", text: "one" } },
    { type: "resource", resource: { uri: "notes://2", blob: encoded("two") } },
    { type: "resource_link", uri: "notes://3", name: "three", description: "The third.", mimeType: "text/plain" },
  );
  assert.deepEqual(shown, ["[resource notes://1]\none", "[notes://2]\ntwo", "[resource link: three, notes://3, text/plain] The third."]);
});

test("structured content is added as JSON, unless a text block contains the same value", async () => {
  const structuredContent = { temperature: 3, wind: { speed: 4 } };
  const added = await resultOf({ content: [{ type: "text", text: "cold" }], structuredContent });
  assert.deepEqual(
    added.content.map((part) => part.type === "text" && part.text),
    ["cold", JSON.stringify(structuredContent, undefined, 2)],
  );
  const repeated = await resultOf({ content: [{ type: "text", text: '{"wind":{"speed":4},"temperature":3}' }], structuredContent });
  assert.equal(repeated.content.length, 1);
});

test("an error of the server is an error of the call", async () => {
  assert.equal((await resultOf({ content: [{ type: "text", text: "no such issue" }], isError: true })).isError, true);
  assert.equal((await resultOf({})).isError, false);
});

test("long text is cut in the middle and saved whole", async (t) => {
  const long = `${"a".repeat(MAX_RESULT_LENGTH)}${"b".repeat(MAX_RESULT_LENGTH)}`;
  const [text = "", image] = await texts(t, { type: "text", text: long }, { type: "image", mimeType: "image/png", data: PNG });
  assert.ok(text.length < MAX_RESULT_LENGTH + 300);
  const [, omitted, path = ""] = /^a+\n\n\[(\d+) characters omitted here; all of it can be read in (\S+)\]\n\nb+$/.exec(text) ?? [];
  assert.equal(Number(omitted), long.length - MAX_RESULT_LENGTH);
  assert.equal(readFileSync(path, "utf8"), long);
  assert.equal(image, "(image/png)");
});

test("long text is cut without a file if nothing can be saved", async () => {
  const { content } = await resultOf({ content: [{ type: "text", text: "a".repeat(MAX_RESULT_LENGTH + 1) }] });
  assert.match(content[0]?.type === "text" ? content[0].text : "", /\[1 characters omitted here\]/);
});

test("structured content that is nested too deeply is reported", async () => {
  const { content } = await resultOf({ structuredContent: JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`) });
  assert.deepEqual(content, [{ type: "text", text: "[structured content, nested too deeply to be shown]" }]);
});
