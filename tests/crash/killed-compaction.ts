import assert from "node:assert/strict";
import { dirname } from "node:path";
import { allowAll, createRuntime, fixedModels, jsonlStore, scriptedModel, textOf } from "coxswain";
import { type ModelRequest } from "coxswain/providers";

const SUMMARY = "# Goal\nCounting to three. [messages 1-4]";

/** The prompts before the compaction. */
const PROMPTS = ["First", "Second", "Third"];

const asksForSummary = ({ system }: ModelRequest): boolean => system[0]?.startsWith("You write summaries") === true;

/** Opens a folder's sessions with a model that answers every request. */
export const openSessions = (directory: string) => {
  const model = scriptedModel((request) => (asksForSummary(request) ? SUMMARY : "Continue."));
  const runtime = createRuntime({ store: jsonlStore({ directory }), models: fixedModels(model), policy: allowAll() });
  return { model, runtime, [Symbol.asyncDispose]: () => runtime.close() };
};

export interface StoredSession {
  readonly id: string;
  readonly path: string;
}

/** Stores a session that is long enough to compact. */
export const storeSession = async (directory: string): Promise<StoredSession> => {
  await using opened = openSessions(directory);
  const session = await opened.runtime.create({ model: opened.model.info.reference, cwd: dirname(directory) });
  for (const text of PROMPTS) await session.prompt(text).outcome;
  const { id } = session;
  await opened.runtime.close();
  for await (const stored of jsonlStore({ directory }).list()) if (stored.id === id) return { id, path: stored.path ?? assert.fail() };
  return assert.fail("it was not stored");
};

/**
 * Continues a session whose compaction was interrupted. The model must receive either all prompts, or the summary and
 * the preserved prompts, each once.
 */
export const continueCompacted = async (directory: string, id: string): Promise<"before" | "after"> => {
  await using opened = openSessions(directory);
  const session = await opened.runtime.open(id);
  assert.equal((await session.prompt("Fourth").outcome).kind, "done");
  const received = opened.model.requests.at(-1)?.messages.map((message) => textOf(message)) ?? [];
  const summaries = received.filter((text) => text.includes("Counting to three"));
  const prompts = received.filter((text) => PROMPTS.includes(text));
  if (summaries.length === 0) {
    assert.deepEqual(prompts, PROMPTS);
    return "before";
  }
  assert.equal(summaries.length, 1);
  assert.ok(prompts.length < PROMPTS.length && prompts.every((text, at) => text === PROMPTS.slice(-prompts.length)[at]));
  assert.equal(received.at(-1), "Fourth");
  assert.equal(session.entries.filter(({ type }) => type === "compaction").length, 1);
  return "after";
};
