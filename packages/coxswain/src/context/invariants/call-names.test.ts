import assert from "node:assert/strict";
import { test } from "node:test";
import { toolCalls } from "../../model/index.ts";
import { facts } from "../facts.fixture.ts";
import { assistant, call, result, user } from "../messages.fixture.ts";
import { callNames } from "./call-names.ts";

const namesOf = (...names: string[]): readonly string[] => {
  const asked = assistant(names.map((name, at) => call(`${at}`, { name })));
  const [projected] = callNames.enforce([asked, ...names.map((_, at) => result(`${at}`))], facts());
  return projected?.role === "assistant" ? toolCalls(projected).map(({ name }) => name) : [];
};

test("P16: makes a name valid for every provider if it is too long, empty, or has other characters", () => {
  assert.deepEqual(namesOf("x".repeat(10_000), "", "read file!", "7zip", "-rm"), [
    "x".repeat(64),
    "unnamed",
    "read_file_",
    "_7zip",
    "_-rm",
  ]);
});

test("a result has the name of its call", () => {
  const projected = callNames.enforce(
    [assistant([call("1", { name: "ls" }), call("2", { name: "a b" })]), result("1"), result("2")],
    facts(),
  );
  assert.deepEqual(
    projected.map((message) => (message.role === "tool" ? message.name : "")),
    ["", "ls", "a_b"],
  );
});

test("messages with matching names stay the same objects", () => {
  const messages = [user("a"), assistant([call("1")]), result("1"), assistant(["b"])];
  assert.ok(callNames.enforce(messages, facts()).every((message, at) => message === messages[at]));
});
