import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "../log/index.ts";
import { openQuestion } from "./permission-questions.ts";

let seq = 0;
const entry = (type: string, fields: object): Entry => ({ seq: seq++, id: `e${seq}`, parent: null, at: 0, type, ...fields });
const ask = (id: string): Entry => entry("permission_ask", { id, tool: "bash" });
const reply = (question: string): Entry => entry("permission_reply", { question, allowed: true, answer: "once" });

test("a question is open until its own reply or until the next question replaces it", () => {
  const after = (...entries: readonly Entry[]): string | undefined =>
    entries.reduce((open, one) => openQuestion.apply(open, one), openQuestion.initial)?.id;
  assert.equal(after(), undefined);
  assert.equal(after(ask("a"), entry("run_end", { run: "one" })), "a");
  assert.equal(after(ask("a"), reply("another")), "a");
  assert.equal(after(ask("a"), reply("a")), undefined);
  assert.equal(after(ask("a"), ask("b"), reply("a")), "b");
});
