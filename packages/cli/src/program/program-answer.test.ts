import assert from "node:assert/strict";
import { test } from "node:test";
import type { Question } from "coxswain";
import fc from "fast-check";
import { programAnswer } from "./program-answer.ts";

const QUESTION: Question = {
  id: "q",
  sessionId: "s",
  root: "s",
  tool: "bash",
  callId: "call",
  input: { command: "npm test", timeout: 5 },
  requests: [{ tool: "bash", effect: "execute", subject: "npm test", shell: "bash" }],
  reasons: [],
  offers: ["bash(npm test $)", "edit"],
};

const answerTo = (response: unknown) => programAnswer(QUESTION, response).answer;
const keep = (destination: string, ...rules: readonly object[]): object => ({ type: "addRules", behavior: "allow", destination, rules });
const NPM = { toolName: "bash", ruleContent: "npm test $" };

test("allows once with the same arguments in any order, or without arguments", () => {
  for (const updatedInput of [undefined, null, QUESTION.input, { timeout: 5, command: "npm test" }])
    assert.deepEqual(answerTo({ behavior: "allow", updatedInput }), { kind: "once" });
});

test("never allows arguments that the policy did not judge", () => {
  for (const updatedInput of [{}, { command: "npm test" }, { command: "npm test", timeout: 5, outside: true }, "npm test", []])
    assert.equal(answerTo({ behavior: "allow", updatedInput }).kind, "unanswered");
});

test("saves rules in the given destination, and in the shortest-lived of several", () => {
  const answerWith = (...updatedPermissions: readonly object[]) => answerTo({ behavior: "allow", updatedPermissions });
  assert.deepEqual(answerWith(keep("session", NPM)), { kind: "session", rules: ["bash(npm test $)"] });
  assert.deepEqual(answerWith(keep("localSettings", { toolName: "edit" })), { kind: "project", rules: ["edit"] });
  assert.deepEqual(answerWith(keep("userSettings", NPM)), { kind: "always", rules: ["bash(npm test $)"] });
  assert.deepEqual(answerWith(keep("userSettings", NPM), keep("session", { toolName: "edit" })), {
    kind: "session",
    rules: ["bash(npm test $)", "edit"],
  });
});

test("ignores and reports rules that were not suggested", () => {
  const updates = [
    keep("session", { toolName: "bash" }),
    keep("cliArg", NPM),
    { type: "addDirectories", directories: ["/"], destination: "session" },
    5,
  ];
  const { answer, ignored } = programAnswer(QUESTION, { behavior: "allow", updatedPermissions: updates });
  assert.deepEqual(answer, { kind: "once" });
  assert.equal(ignored.length, 4, ignored.join("\n"));
});

test("applies a mode for the session", () => {
  const updatedPermissions = [{ type: "setMode", mode: "acceptEdits", destination: "session" }];
  assert.equal(programAnswer(QUESTION, { behavior: "allow", updatedPermissions }).mode, "auto-edit");
});

test("takes the message of a denial as the reason, and may interrupt the run", () => {
  assert.deepEqual(programAnswer(QUESTION, { behavior: "deny", message: "No.", interrupt: true }), {
    answer: { kind: "deny", reason: "No." },
    interrupt: true,
    ignored: [],
  });
  assert.deepEqual(answerTo({ behavior: "deny", message: " " }), { kind: "deny" });
});

test("allows only on the behavior allow", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (response) => {
      const word = typeof response === "object" && response !== null && "behavior" in response ? response.behavior : undefined;
      assert.equal(["once", "session", "project", "always"].includes(answerTo(response).kind), word === "allow");
    }),
  );
});
