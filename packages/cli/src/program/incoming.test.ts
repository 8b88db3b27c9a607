import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { incoming } from "./incoming.ts";

const read = (message: unknown) => incoming(JSON.stringify(message));
const user = (content: unknown, more: object = {}) => read({ type: "user", message: { role: "user", content }, ...more });

test("parses a message of text, or of text and image blocks", () => {
  assert.deepEqual(user("go"), { kind: "user", input: "go", when: "later" });
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AA==" } };
  assert.deepEqual(user([{ type: "text", text: "look" }, image], { priority: "now", uuid: "3c0e2f0a-0000-4000-8000-000000000000" }), {
    kind: "user",
    input: [
      { type: "text", text: "look" },
      { type: "image", mediaType: "image/png", data: "AA==" },
    ],
    when: "now",
    id: "3c0e2f0a-0000-4000-8000-000000000000",
  });
});

test("rejects a message that a model cannot receive as a whole", () => {
  for (const content of [undefined, "", "  ", [], [{ type: "document" }], [{ type: "text", text: "a" }, { type: "tool_result" }]])
    assert.equal(user(content).kind, "invalid", JSON.stringify(content));
  assert.equal(user("go", { priority: "soon" }).kind, "invalid");
});

test("parses requests and responses with their ids", () => {
  const asked = { type: "control_request", request_id: "r", request: { subtype: "set_model", model: "m" } };
  assert.deepEqual(read(asked), { kind: "request", id: "r", request: { subtype: "set_model", model: "m" } });
  const answered = (response: object) => read({ type: "control_response", response: { request_id: "q", ...response } });
  assert.deepEqual(answered({ subtype: "success", response: { behavior: "allow" } }), {
    kind: "response",
    id: "q",
    response: { behavior: "allow" },
  });
  assert.deepEqual(answered({ subtype: "error", error: "broken" }), { kind: "response", id: "q", response: undefined, error: "broken" });
  assert.equal(answered({ subtype: "perhaps" }).kind, "invalid");
});

test("rejects any invalid line", () => {
  const types = fc.constantFrom("user", "control_request", "control_response", "control_cancel_request", "keep_alive", "other");
  const message = fc.record({ type: types, message: fc.jsonValue(), request: fc.jsonValue(), response: fc.jsonValue() });
  fc.assert(
    fc.property(
      fc.oneof(
        message.map((value) => JSON.stringify(value)),
        fc.string(),
      ),
      (line) => assert.ok(incoming(line).kind !== undefined),
    ),
  );
  assert.equal(incoming(undefined).kind, "invalid");
});

test("rejects excessive nesting anywhere, and truncates the problem of a long line", () => {
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  const lines = [
    `{"type":${deep}}`,
    `{"type":"user","message":{"content":${deep}}}`,
    `{"type":"control_response","response":{"subtype":"success","request_id":"q","response":{"updatedInput":${deep}}}}`,
  ];
  for (const line of lines) assert.deepEqual(incoming(line), { kind: "invalid", problem: "is nested in more than 200 levels" });
  const long = read({ type: "x".repeat(1_000_000) });
  assert.ok(long.kind === "invalid" && long.problem.length < 300);
});
