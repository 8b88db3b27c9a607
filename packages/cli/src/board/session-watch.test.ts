import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { createRuntime, defineTool, fixedModels, jsonlStore, ModelError, type Ask, scriptedModel, textResult } from "coxswain";
import type { Script } from "coxswain/providers";
import { sendAnswerToOwner, sessionIndex } from "coxswain/store";
import { type AskUser, questionTool } from "coxswain/tools";
import { manualTimer } from "../screen/terminal/manual-timer.fixture.ts";
import type { BoardSession } from "./board-session.ts";
import { SessionWatch } from "./session-watch.ts";

const write = defineTool({
  name: "write",
  description: "Writes.",
  inputSchema: { type: "object" },
  effect: "write",
  execute: async () => textResult("written"),
});

/** No user answers in this process. */
const silent: AskUser = (_, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve([]), { once: true }));

/** A folder of sessions with a runtime that asks before it writes, and a watch of it. */
const scene = async (t: TestContext, script: Script) => {
  const directory = mkdtempSync(join(tmpdir(), "board-"));
  const store = jsonlStore({ directory });
  const model = scriptedModel(script);
  // No user answers in this process.
  const ask: Ask = (_, signal) =>
    new Promise((resolve) => signal.addEventListener("abort", () => resolve({ kind: "unanswered", reason: "closed" }), { once: true }));
  const runtime = createRuntime({
    store,
    models: fixedModels(model),
    tools: [write, questionTool(silent)],
    policy: ({ tool }) => (tool === "write" ? { verdict: "ask", reason: "it writes" } : { verdict: "allow", reason: "it reads" }),
    ask,
  });
  const session = await runtime.create({ model: model.info.reference, cwd: directory });
  const waiting = new Set<() => void>();
  const timer = manualTimer();
  const index = sessionIndex({ directory });
  const watch = new SessionWatch({ index, store, timer, onChange: () => waiting.forEach((look) => look()) });
  t.after(async () => {
    await watch.close();
    await runtime.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const seen = (matches: (one: BoardSession) => boolean): Promise<BoardSession> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = watch.sessions.find((one) => one.session.id === session.id && matches(one));
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  return { store, session, runtime, watch, index, timer, seen };
};

const call = { calls: [{ name: "write", input: { path: "a" } }] };

test("a session that waits for an answer has its question, and continues once the answer was sent", async (t) => {
  const { store, session, watch, seen } = await scene(t, [call, "Done."]);
  const run = session.prompt("Go.");
  await run.admitted();
  await watch.start();
  const { question } = await seen(({ state }) => state === "waiting");
  assert.ok(question?.type === "permission_ask" && question.tool === "write");
  await sendAnswerToOwner(store, session.id, question.id, { kind: "once" });
  const idle = await seen(({ state }) => state === "idle");
  assert.equal(idle.question, undefined);
  assert.equal(idle.blocks.at(-1)?.kind, "run");
  assert.equal((await run.outcome).kind, "done");
});

const questions = [{ question: "Which?", options: [{ label: "SQLite" }, { label: "Postgres" }] }];

test("a session whose model asks waits, also for a board that is opened later, and continues with the answer", async (t) => {
  const { store, session, watch, index, timer, seen } = await scene(t, [{ calls: [{ name: "question", input: { questions } }] }, "Done."]);
  const run = session.prompt("Go.");
  await run.admitted();
  await watch.start();
  const { question } = await seen(({ state }) => state === "waiting");
  assert.ok(question?.type === "question_ask");
  assert.deepEqual([question.question, question.options.map(({ label }) => label)], ["Which?", ["SQLite", "Postgres"]]);
  await watch.close();
  const later = new SessionWatch({ index, store, timer, onChange: () => {} });
  await later.start();
  assert.equal(later.sessions[0]?.question?.id, question.id);
  await sendAnswerToOwner(store, session.id, question.id, { kind: "answers", answers: ["Postgres"] });
  assert.equal((await run.outcome).kind, "done");
  await later.close();
});

test("a session whose process has closed it is done", async (t) => {
  const { session, watch, timer, seen } = await scene(t, ["Done."]);
  await session.prompt("Go.").outcome;
  await watch.start();
  assert.equal((await seen(() => true)).state, "idle");
  await session.close();
  await timer.advance(1000);
  assert.equal((await seen(({ state }) => state === "done")).owner, undefined);
});

test("a session that failed is shown as failed", async (t) => {
  const { session, watch, seen } = await scene(t, [{ error: new ModelError("invalid", "No luck.") }]);
  await session.prompt("Go.").outcome;
  await session.close();
  await watch.start();
  assert.equal((await seen(() => true)).state, "failed");
});
