import assert from "node:assert/strict";
import { test } from "node:test";
import { isCompaction, messageTokens, requestTokens } from "../context/index.ts";
import { isMessage, textResult } from "../loop/index.ts";
import type { ModelRequest } from "../model/index.ts";
import { callSay, sayTool } from "../runtime/runtime.fixture.ts";
import { compactingScene } from "../runtime/compaction.fixture.ts";

const TURNS = 300;

/** Returns a deterministic generator of numbers from 0 to 1. */
const randomFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** Counts tokens like a tokenizer; the estimate is a fifth higher. */
const counter = () => {
  const tokens = messageTokens();
  return (request: ModelRequest): number => Math.ceil(requestTokens(request, tokens) / 1.2);
};

/** Returns the length of a tool result: most are short, some long, and a few exceed the window. */
const sizeOf = (window: number, random: number, more: number): number => {
  if (random < 0.8) return Math.floor(200 + more * 6_000);
  return random < 0.97 ? Math.floor(8_000 + more * 60_000) : Math.min(1_000_000, window * (4 + 12 * more));
};

for (const [window, seed] of [
  [8_000, 1],
  [32_000, 2],
  [200_000, 3],
  [1_000_000, 4],
] as const) {
  test(`a run of ${TURNS} turns at a window of ${window} tokens compacts automatically, never twice without a turn between, and every request fits`, async () => {
    const random = randomFrom(seed);
    const tokensOf = counter();
    const sizes: number[] = [];
    const answer = (request: ModelRequest, turn: number) => {
      const tokens = tokensOf(request);
      sizes.push(tokens + request.maxOutputTokens);
      const usage = { input: tokens, output: 60 };
      if (turn === TURNS - 1) return { text: "Done.", usage };
      const calls = callSay(...Array.from({ length: random() < 0.2 ? 3 : 1 }, (_, at) => `Read ${turn}.${at}`));
      return { ...(calls as object), text: `Now ${turn}. `.repeat(Math.floor(random() * 20)), usage };
    };
    const tool = sayTool({
      run: async ({ text }) => textResult(`${text}: ${"words of a file ".repeat(sizeOf(window, random(), random()) / 16)}`),
    });
    await using scene = await compactingScene({
      replies: answer,
      tools: [tool],
      compaction: { auto: "auto" },
      scripted: { info: { contextWindow: window } },
      cwd: "/",
    });
    const outcome = await scene.session.prompt("Read all of it, one after the other, and report when you are done.").outcome;
    assert.equal(outcome.kind, "done", JSON.stringify(outcome));
    assert.equal(scene.requests().length, TURNS);
    for (const request of scene.summaryRequests()) sizes.push(tokensOf(request) + request.maxOutputTokens);
    assert.ok(Math.max(...sizes) <= window, `a request has ${Math.max(...sizes)} tokens with its answer`);

    const facts = scene.session.entries.filter((entry) => isCompaction(entry) || (isMessage(entry) && entry.message.role === "assistant"));
    const together = facts.filter(
      (entry, at) => isCompaction(entry) && facts[at + 1] !== undefined && isCompaction(facts[at + 1] ?? entry),
    );
    assert.deepEqual(together, []);
    const compactions = facts.filter(isCompaction);
    assert.ok(compactions.length >= 1);
    assert.ok(compactions.every(({ reason }) => reason === "threshold"));
    assert.deepEqual(await scene.warnings(), []);
  });
}
