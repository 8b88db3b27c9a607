import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "./json.ts";
import { base64Of, png } from "./picture.fixture.ts";
import { seal } from "./seal.ts";
import { validateGemini } from "./validate-gemini.ts";

const MODEL = "gemini-3-pro-preview";
const user = (...parts: JsonObject[]) => ({ role: "user", parts });
const model = (...parts: JsonObject[]) => ({ role: "model", parts });
const HELLO = user({ text: "Hello" });
const SIGNED = { thoughtSignature: seal(MODEL, 1) };
const call = (name: string, fields: JsonObject = {}) => ({ functionCall: { name, args: {} }, ...fields });
const response = (name: string) => ({ functionResponse: { name, response: { content: "fine" } } });

const refusal = (contents: readonly JsonObject[], name = MODEL) => validateGemini({ contents }, name)?.message;

test("Gemini: contents have role user or model, and end with the user's", () => {
  assert.equal(refusal([HELLO, model({ text: "Hi." }), HELLO]), undefined);
  assert.match(refusal([{ role: "assistant", parts: [{ text: "Hi." }] }]) ?? "", /valid role: user, model/);
  assert.match(refusal([HELLO, model({ text: "Hi." })]) ?? "", /end with a user role/);
});

test("Gemini: contents have parts, and parts have data", () => {
  assert.match(refusal([user()]) ?? "", /contents\[0\].parts: contents.parts must not be empty/);
  assert.match(refusal([user({ thought: true })]) ?? "", /contents\[0\].parts\[0\].data/);
});

test("Gemini: calls without ids are answered by name", () => {
  const calls = model(call("ls", SIGNED), call("read"));
  assert.equal(refusal([HELLO, calls, user(response("read"), response("ls"))]), undefined);
  assert.match(refusal([HELLO, calls, user(response("ls"), response("ls"))]) ?? "", /number of function response parts/);
});

test("Gemini: a turn of calls follows a user turn", () => {
  assert.match(
    refusal([HELLO, model({ text: "Hi." }), model(call("ls", SIGNED)), user(response("ls"))]) ?? "",
    /immediately after a user turn/,
  );
});

test("Gemini: from version 3, the first call of each step of the current turn is signed", () => {
  const unsigned = [HELLO, model(call("ls")), user(response("ls"))];
  assert.match(refusal(unsigned) ?? "", /missing a thought_signature .* `default_api:ls`/);
  assert.equal(refusal(unsigned, "gemini-2.5-pro"), undefined);
  assert.equal(refusal([...unsigned, HELLO]), undefined);
  assert.equal(
    refusal([HELLO, model(call("ls", { thoughtSignature: "skip_thought_signature_validator" })), user(response("ls"))]),
    undefined,
  );
});

test("Gemini: rejects a signature of another model", () => {
  const other = { thoughtSignature: seal("gemini-2.5-pro", 1) };
  assert.equal(refusal([HELLO, model(call("ls", other)), user(response("ls"))]), "Corrupted thought signature.");
});

test("T17: Gemini: images are PNG, JPEG or WebP and match their declared type, in a response too", () => {
  const inline = (data: string, mimeType = "image/png") => ({ inlineData: { mimeType, data } });
  assert.equal(refusal([user(inline(png(1, 8000)))]), undefined);
  assert.equal(refusal([user(inline(png(1, 8001)))]), "Provided image is not valid.");
  assert.equal(refusal([user(inline(base64Of("no picture")))]), "Provided image is not valid.");
  assert.equal(refusal([user(inline("R0lGODlh", "image/gif"))]), "Unsupported MIME type: image/gif");
  const answer = { functionResponse: { name: "ls", response: {}, parts: [inline(base64Of("no picture"))] } };
  assert.equal(refusal([HELLO, model(call("ls", SIGNED)), user(answer)]), "Provided image is not valid.");
});

test("Gemini: a call has a name of allowed characters, and an object as arguments", () => {
  assert.match(refusal([HELLO, model(call("7zip", SIGNED)), user(response("7zip"))]) ?? "", /Invalid function name/);
  const args = { functionCall: { name: "ls", args: [] }, ...SIGNED };
  assert.match(refusal([HELLO, model(args), user(response("ls"))]) ?? "", /Invalid value at 'contents\[1\].parts\[0\].function_call.args'/);
});

test("P20: Gemini: rejects a request over 20 MB", () => {
  assert.match(refusal([user({ text: "x".repeat(20_971_521) })]) ?? "", /payload size exceeds the limit/);
});

test("P23: Gemini: rejects a lone surrogate as invalid JSON", () => {
  assert.match(refusal([user({ text: "\ud83d" })]) ?? "", /Invalid JSON payload/);
});
