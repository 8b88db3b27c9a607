import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "../log/index.ts";
import { shownMessage } from "./shown-message.ts";

const entry = (message: unknown): Entry => Object.assign({ seq: 0, id: "a", parent: null, at: 0, type: "message" }, { message });

test("a user message is shown as typed, not as expanded", () => {
  const image = { type: "image", mediaType: "image/png", data: "AAAA" };
  const content = [image, { type: "text", text: "A long skill." }, { type: "text", text: "A file." }];
  const contentFor = (typed: unknown) => shownMessage(entry({ role: "user", content, typed }))?.content;
  assert.deepEqual(contentFor("/skill:pdf"), [image, { type: "text", text: "/skill:pdf" }, { type: "text", text: "A file." }]);
  assert.deepEqual(contentFor(undefined), content);
  assert.deepEqual(contentFor(7), content);
});

test("a message that a plugin wrote in place of the model is attributed to the plugin", () => {
  const message = { role: "assistant", content: [{ type: "text", text: "Green." }], model: "test/one" };
  assert.equal(shownMessage(entry(message))?.author, "test/one");
  assert.equal(shownMessage(entry({ ...message, source: "plugin:deploy" }))?.author, "plugin:deploy");
});
