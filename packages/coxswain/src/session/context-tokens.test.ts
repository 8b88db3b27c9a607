import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "../log/index.ts";
import { type MessageEntry, messageDraft } from "../loop/index.ts";
import { estimateMessageTokens, estimateTextTokens, NO_USAGE, type UserMessage } from "../model/index.ts";
import { contextTokensOf } from "./context-tokens.ts";

const asked: UserMessage = { role: "user", content: [{ type: "text", text: "How many files are there?" }] };
const answered = (input: number, failed = false): MessageEntry["message"] => ({
  role: "assistant",
  content: [{ type: "text", text: "Three." }],
  model: "a/b",
  stop: failed ? "interrupted" : "stop",
  usage: { ...NO_USAGE, input, output: input === 0 ? 0 : 10 },
  ...(failed ? { streamError: { code: "transient", message: "Cut." } } : {}),
});

const pathOf = (...facts: readonly (MessageEntry["message"] | Record<string, unknown>)[]): Entry[] =>
  facts.map((fact, seq) => {
    const place = { seq, id: `e${seq}`, parent: seq === 0 ? null : `e${seq - 1}`, at: seq };
    return { ...place, ...("role" in fact ? messageDraft(fact as MessageEntry["message"]) : fact) } as unknown as Entry;
  });

const prefix = () => ({ system: ["You are a test."], tools: [] });
const unasked = (): never => assert.fail("the prefix is in what was measured");

test("what the last response was told to have taken counts, and an estimate of what came after it", () => {
  const path = pathOf(asked, answered(1_000), asked);
  assert.equal(contextTokensOf(path, unasked), 1_010 + estimateMessageTokens(asked));
});

test("P25: before there is a response, and where the provider tells no usage, all is estimated", () => {
  const own = estimateTextTokens("You are a test.");
  assert.equal(contextTokensOf([], prefix), own);
  const path = pathOf(asked, answered(0));
  const answer = estimateMessageTokens(answered(0) as Parameters<typeof estimateMessageTokens>[0]);
  assert.equal(contextTokensOf(path, prefix), own + estimateMessageTokens(asked) + answer);
});

test("a message that broke off is not sent, and measures nothing", () => {
  const path = pathOf(asked, answered(1_000), answered(9_999, true));
  assert.equal(contextTokensOf(path, unasked), 1_010);
});

test("what came before a reset is not counted", () => {
  const path = pathOf(asked, answered(1_000), { type: "reset" }, asked);
  assert.equal(contextTokensOf(path, prefix), estimateTextTokens("You are a test.") + estimateMessageTokens(asked));
});

test("a person's command counts where the model is told of it", () => {
  const shell = (include: boolean) => ({ type: "shell", command: "ls", output: "a b c", exitCode: 0, include });
  assert.equal(contextTokensOf(pathOf(answered(90), shell(false)), unasked), 100);
  assert.ok(contextTokensOf(pathOf(answered(90), shell(true)), unasked) > 100);
});
