import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fact, headerOf, NOON, openScene, READER } from "./session-index.fixture.ts";
import { indexOf } from "./session-index.ts";

const HOUR = 3_600_000;
const prompt = (seq: number, text: string, at = NOON) => fact(seq, { by: "user", text, typed: text.length, at });

test("lists the prompts of a project's sessions, the newest first, without attached content", async (t) => {
  const { index, write } = openScene(t);
  write(headerOf("one", { cwd: "/work/boat" }), [
    prompt(0, "older"),
    fact(1, { by: "user", text: 'Read it.\n\n<file path="a">…', typed: 8, at: NOON + HOUR }),
    fact(2, { by: "assistant", text: "An answer." }),
  ]);
  write(headerOf("two", { cwd: "/work/boat/hull" }), [prompt(0, "newest", NOON + 2 * HOUR)]);
  write(headerOf("three", { cwd: "/work/other" }), [prompt(0, "elsewhere")]);
  const found = await index.prompts({ project: "/work/boat" });
  assert.deepEqual(
    found.map(({ session, entry, at, text, isCut }) => [session, entry, at, text, isCut]),
    [
      ["two", "e0", NOON + 2 * HOUR, "newest", false],
      ["one", "e1", NOON + HOUR, "Read it.", false],
      ["one", "e0", NOON, "older", false],
    ],
  );
  assert.equal((await index.prompts({ project: "/work/boat", limit: 1 }))[0]?.text, "newest");
});

test("omits the prompts of agents, and marks a prompt of which it has only the beginning", async (t) => {
  const { index, write } = openScene(t);
  write(headerOf("agent", { kind: "subagent" }), [prompt(0, "A task for an agent.")]);
  write(headerOf("long"), [prompt(0, "x".repeat(20_000))]);
  const found = await index.prompts();
  assert.deepEqual(
    found.map(({ text, isCut }) => [text.length, isCut]),
    [[16 * 1024, true]],
  );
});

test("small batches let the event loop continue in between, with the same answer", async (t) => {
  const { directory, write } = openScene(t);
  for (let number = 0; number < 20; number += 1) write(headerOf(`s${number}`), [prompt(0, `prompt ${number}`, NOON + number)]);
  const turns = async (batchBytes?: number) => {
    rmSync(join(directory, "index.db"), { force: true });
    let count = 0;
    let isOver = false;
    const turn = (): void => {
      count += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const index = indexOf({ directory, reader: READER, ...(batchBytes === undefined ? {} : { batchBytes }) });
    const found = await index.prompts();
    isOver = true;
    return { count, texts: found.map(({ text }) => text) };
  };
  await turns();
  const [whole, inSteps] = [await turns(), await turns(1)];
  assert.deepEqual(inSteps.texts, whole.texts);
  assert.equal(whole.texts.length, 20);
  assert.ok(inSteps.count >= whole.count + 15, `${inSteps.count} turns, and ${whole.count}`);
});
