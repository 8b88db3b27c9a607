import assert from "node:assert/strict";
import { test } from "node:test";
import type { Question } from "coxswain";
import fc from "fast-check";
import { choosePermission } from "./numbered.ts";

const QUESTION: Question = {
  id: "1",
  sessionId: "s",
  root: "s",
  tool: "bash",
  callId: "call",
  input: { command: "npm test -- --watch" },
  requests: [{ tool: "bash", effect: "execute", subject: "npm test -- --watch", shell: "bash" }],
  reasons: ["nothing allows it"],
  offers: ["bash(npm test -- --watch $)"],
  wider: ["bash(npm test)"],
};

/** Asks a question, with these lines typed one after the other, and none after them. */
const answered = async (typed: readonly string[], question = QUESTION) => {
  const printed: string[] = [];
  const lines = [...typed];
  const answer = await choosePermission(
    question,
    async () => lines.shift(),
    (more) => printed.push(...more),
  );
  return { answer, printed };
};

test("offers the wider rules and the exact ones, by number and by letter", async () => {
  const { printed } = await answered([]);
  assert.equal(printed.length, 9);
  assert.equal(printed[1], "  2 or s: Yes, in this session: npm test *");
  assert.equal(printed[4], "  5 or se: Exactly that: Yes, in this session: npm test -- --watch (exactly)");
  for (const typed of ["2", " s ", "S"]) assert.deepEqual((await answered([typed])).answer, { kind: "session", rules: QUESTION.wider });
  for (const typed of ["7", "ae"]) assert.deepEqual((await answered([typed])).answer, { kind: "always", rules: QUESTION.offers });
});

test("offers to save the wider rules where no exact rule allows the call", async () => {
  const { answer, printed } = await answered(["s"], { ...QUESTION, offers: [] });
  assert.equal(printed.length, 6);
  assert.deepEqual(answer, { kind: "session", rules: QUESTION.wider });
});

test("a denial asks for its reason, or takes it in the same line", async () => {
  assert.deepEqual((await answered(["r", "use yarn"])).answer, { kind: "deny", reason: "use yarn" });
  assert.deepEqual((await answered(["r", ""])).answer, { kind: "deny" });
  assert.deepEqual((await answered(["n  use yarn"])).answer, { kind: "deny", reason: "use yarn" });
});

test("whatever else is typed, nothing is allowed", async () => {
  const answers = new Set(["1", "2", "3", "4", "5", "6", "7", "y", "s", "p", "a", "se", "pe", "ae"]);
  const words = fc.oneof(fc.string(), fc.constantFrom("yes", "y.", "y\ny", "1 1", "01", "1.0", "+1", "1e0", "0x1", "", "٣", "１"));
  await fc.assert(
    fc.asyncProperty(
      words.filter((text) => !answers.has(text.trim().toLowerCase())),
      async (text) => {
        const { answer } = await answered([text, "n"]);
        assert.equal(answer?.kind ?? "deny", "deny");
      },
    ),
  );
});
