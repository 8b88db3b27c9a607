import assert from "node:assert/strict";
import { test } from "node:test";
import { projection } from "./projection.ts";
import { type Entry, entryList } from "../log/index.ts";
import { type MessageEntry, messageDraft } from "../loop/index.ts";
import {
  type AssistantMessage,
  estimateMessageTokens,
  estimateTextTokens,
  NO_USAGE,
  scriptedModel,
  type UserMessage,
} from "../model/index.ts";
import { contextSize, contextTokensOf, estimateRequestTokens, type RequestContent } from "./context-tokens.ts";

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

const sent = (path: readonly Entry[]) => (): RequestContent => ({
  system: ["You are a test."],
  tools: [],
  messages: projection()(entryList(path), { model: scriptedModel([]).info }),
});
const tokensOf = (path: readonly Entry[]): number => contextTokensOf(path, sent(path));

test("adds an estimate of later messages to the reported usage of the last response", () => {
  assert.equal(tokensOf(pathOf(asked, answered(1_000), asked)), 1_010 + estimateMessageTokens(asked));
});

test("P25: estimates everything before the first response, and when the provider reports no usage", () => {
  const own = estimateTextTokens("You are a test.");
  assert.equal(tokensOf([]), own);
  const path = pathOf(asked, answered(0), asked);
  const answer = estimateMessageTokens(answered(0));
  assert.equal(tokensOf(path), own + 2 * estimateMessageTokens(asked) + answer);
});

test("measures by the last of several passes, and by the response before if that is not reported", () => {
  const summed = (input: number): AssistantMessage => ({
    ...(answered(900_000) as AssistantMessage),
    lastPass: { ...NO_USAGE, input, output: input === 0 ? 0 : 10 },
  });
  assert.equal(tokensOf(pathOf(asked, summed(500), asked)), 510 + estimateMessageTokens(asked));
  const unknown = summed(0);
  const estimated = estimateMessageTokens(unknown) + 2 * estimateMessageTokens(asked);
  assert.equal(tokensOf(pathOf(asked, answered(1_000), asked, unknown, asked)), 1_010 + estimated);
});

test("an interrupted message is not sent, and its usage does not count", () => {
  const path = pathOf(asked, answered(1_000), asked, answered(9_999, true));
  assert.equal(tokensOf(path), 1_010 + estimateMessageTokens(asked));
});

test("does not count messages before a reset", () => {
  const path = pathOf(asked, answered(1_000), { type: "reset" }, asked);
  assert.equal(tokensOf(path), estimateTextTokens("You are a test.") + estimateMessageTokens(asked));
});

test("ignores earlier usage after a compaction, and after undoing one", () => {
  const compaction = { type: "compaction", summary: "One file.", preserved: [], firstPreserved: "e2", covers: { from: 1, to: 2 } };
  const path = pathOf(asked, answered(50_000), asked, answered(60_000), compaction);
  assert.equal(tokensOf(path), estimateRequestTokens(sent(path)()));
  assert.ok(tokensOf(path) < 1_000);
  const back = [...path, ...pathOf(asked, answered(1), asked, asked, asked, { type: "uncompact", target: "e4" }).slice(5)];
  assert.equal(tokensOf(back), estimateRequestTokens(sent(back)()));
  assert.equal(
    tokensOf([...path, ...pathOf(asked, asked, asked, asked, asked, answered(700), asked).slice(5)]),
    710 + estimateMessageTokens(asked),
  );
});

test("counts a user's shell command that the model sees", () => {
  const shell = (include: boolean) => ({ type: "shell", command: "ls", output: "a b c", exitCode: 0, include });
  const path = (include: boolean) => pathOf(asked, answered(90), shell(include), asked);
  assert.equal(tokensOf(path(false)), 100 + estimateMessageTokens(asked));
  assert.ok(tokensOf(path(true)) > 100 + estimateMessageTokens(asked));
});

test("successive requests give the same result as separate ones", () => {
  const facts = [asked, answered(0), asked, answered(500), asked, { type: "reset" }, asked, answered(0), asked, answered(900), asked];
  const whole = pathOf(...facts);
  const entries: Entry[] = [];
  const path = entryList(entries);
  const project = projection();
  const size = contextSize();
  const { info } = scriptedModel([]);
  for (const entry of whole) {
    entries.push(entry);
    const request = () => ({ system: ["You are a test."], tools: [], messages: project(path, { model: info }) });
    assert.equal(size(path, request), tokensOf([...entries]));
  }
});

test("estimates the system prompt and tools again when one of them changes", () => {
  const entries = pathOf(asked);
  const path = entryList(entries);
  const size = contextSize();
  const tool = { name: "look", description: "Looks.", inputSchema: { type: "object" } } as const;
  const changes: readonly Partial<RequestContent>[] = [
    {},
    { system: ["You are another test."] },
    { tools: [tool] },
    { tools: [{ ...tool, description: "Looks hard." }] },
    {},
  ];
  for (const other of changes) {
    const request = (): RequestContent => ({ ...sent(entries)(), ...other });
    assert.equal(size(path, request), estimateRequestTokens(request()));
  }
});
