import assert from "node:assert/strict";
import { test } from "node:test";
import { assistant, call, result, user } from "./messages.fixture.ts";
import { lintPrefix, type PromptPrefix } from "./prompt-prefix.ts";
const tool = (name: string, description = "Does it.") => ({ name, description, inputSchema: { type: "object" } });
const BEFORE: PromptPrefix = {
  tools: [tool("bash"), tool("read")],
  system: [
    { name: "base", text: "Be kind." },
    { name: "project", text: "Use tabs." },
  ],
  messages: [user("a"), assistant(["b", call("1")]), result("1")],
};
const after = (changed: Partial<PromptPrefix>) => lintPrefix(BEFORE, JSON.parse(JSON.stringify({ ...BEFORE, ...changed })));

test("an extended request has the prefix of the previous one", () => {
  assert.equal(after({}), undefined);
  assert.equal(after({ messages: [...BEFORE.messages, assistant(["c"]), user("d")] }), undefined);
});

test("reports the tool that changed, was removed or was added", () => {
  const at = (index: number, name: string) => ({ part: "tools", at: index, name });
  assert.deepEqual(after({ tools: [tool("bash", "Does more."), tool("read")] }), { segment: at(0, "bash"), change: "changed" });
  assert.deepEqual(after({ tools: [tool("read")] }), { segment: at(0, "bash"), change: "removed" });
  assert.deepEqual(after({ tools: [tool("bash"), tool("glob"), tool("read")] }), { segment: at(1, "glob"), change: "added" });
  assert.deepEqual(after({ tools: [tool("bash"), tool("read"), tool("write")] }), { segment: at(2, "write"), change: "added" });
});

test("reports the section that changed, and an unnamed one by the start of its text", () => {
  const system = [
    { name: "base", text: "Be kind." },
    { name: "project", text: "Use blanks." },
  ];
  assert.deepEqual(after({ system }), { segment: { part: "system", at: 1, name: "project" }, change: "changed" });
  const broken = lintPrefix({ ...BEFORE, system: ["# Rules\nNone."] }, { ...BEFORE, system: ["# Rules\nOne."] });
  assert.deepEqual(broken, { segment: { part: "system", at: 0, name: "# Rules" }, change: "changed" });
});

test("reports the message that changed or was removed", () => {
  const [first, second, third] = BEFORE.messages;
  assert.ok(first !== undefined && second !== undefined && third !== undefined);
  const at = (index: number, name: string) => ({ part: "messages", at: index, name });
  assert.deepEqual(after({ messages: [first, assistant(["another"]), third] }), { segment: at(1, "assistant"), change: "changed" });
  assert.deepEqual(after({ messages: [first] }), { segment: at(1, "assistant"), change: "removed" });
});

test("the same fields in another order are different bytes", () => {
  const [bash, read] = BEFORE.tools;
  assert.ok(bash !== undefined && read !== undefined);
  const { name, description, inputSchema } = bash;
  assert.equal(after({ tools: [{ description, name, inputSchema }, read] })?.change, "changed");
});
