import assert from "node:assert/strict";
import { dirname } from "node:path";
import { allowAll, createRuntime, fixedModels, jsonlStore, scriptedModel, textOf } from "coxswain";
import { type ModelRequest } from "coxswain/providers";

const SUMMARY = "# Goal\nCounting to three. [messages 1-4]";

/** What is said before the compaction, and what the model answers. */
const SAID = ["First", "Second", "Third"];

const asksForSummary = ({ system }: ModelRequest): boolean => system[0]?.startsWith("You write summaries") === true;

/** Sessions below a folder, by a model that has an answer for everything. */
export const openSessions = (directory: string) => {
  const model = scriptedModel((request) => (asksForSummary(request) ? SUMMARY : "Go on."));
  const runtime = createRuntime({ store: jsonlStore({ directory }), models: fixedModels(model), policy: allowAll() });
  return { model, runtime, [Symbol.asyncDispose]: () => runtime.close() };
};

export interface StoredSession {
  readonly id: string;
  readonly path: string;
}

/** A session in which there is something to compact. */
export const storeSession = async (directory: string): Promise<StoredSession> => {
  await using opened = openSessions(directory);
  const session = await opened.runtime.create({ model: opened.model.info.reference, cwd: dirname(directory) });
  for (const text of SAID) await session.prompt(text).outcome;
  const { id } = session;
  await opened.runtime.close();
  for await (const stored of jsonlStore({ directory }).list()) if (stored.id === id) return { id, path: stored.path ?? assert.fail() };
  return assert.fail("it was not stored");
};

/**
 * Goes on with a session whose compaction was cut short somewhere: the model is told all of what was said, or the summary
 * and what it kept, and nothing is lost or told twice.
 */
export const goOn = async (directory: string, id: string): Promise<"before" | "after"> => {
  await using opened = openSessions(directory);
  const session = await opened.runtime.open(id);
  assert.equal((await session.prompt("Fourth").outcome).kind, "done");
  const told = opened.model.requests.at(-1)?.messages.map((message) => textOf(message)) ?? [];
  const summaries = told.filter((text) => text.includes("Counting to three"));
  const asked = told.filter((text) => SAID.includes(text));
  if (summaries.length === 0) {
    assert.deepEqual(asked, SAID);
    return "before";
  }
  assert.equal(summaries.length, 1);
  assert.ok(asked.length < SAID.length && asked.every((text, at) => text === SAID.slice(-asked.length)[at]));
  assert.equal(told.at(-1), "Fourth");
  assert.equal(session.entries.filter(({ type }) => type === "compaction").length, 1);
  return "after";
};
