import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { allowAll, continueRecent, createRuntime, fixedModels, jsonlStore, scriptedModel, toolCalls } from "coxswain";
import { type ModelRequest } from "coxswain/providers";
import { history } from "coxswain/session";

const directory = await mkdtemp(join(tmpdir(), "cox-kill-"));
after(() => rm(directory, { recursive: true }));

/** Runs the child until a call is running, and kills it. */
const killedMidCall = async (effects: string): Promise<void> => {
  const args = ["--conditions=coxswain-source", join(import.meta.dirname, "run.child.ts"), directory, directory, effects];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "close");
};

const answered = (request: ModelRequest): boolean => {
  const calls = request.messages.flatMap((message) => (message.role === "assistant" ? toolCalls(message) : []));
  const results = request.messages.flatMap((message) => (message.role === "tool" ? [message.callId] : []));
  return calls.length > 0 && calls.every(({ id }) => results.filter((callId) => callId === id).length === 1);
};

test("S0-76, S0-79, L19: a session killed during a call has all emitted messages, and continues without running anything twice", async () => {
  const effects = join(directory, "effects");
  await killedMidCall(effects);
  const model = scriptedModel(["I see."]);
  await using runtime = createRuntime({ store: jsonlStore({ directory }), models: fixedModels(model), policy: allowAll() });
  const session = await continueRecent(runtime, directory);
  assert.deepEqual(
    history(session).map(({ message }) => message.role),
    ["user", "assistant", "tool"],
  );

  assert.equal((await session.prompt("What happened?").outcome).kind, "done");
  const [request] = model.requests;
  assert.ok(request !== undefined && answered(request));
  const received = JSON.stringify(request.messages);
  assert.match(received, /step 1 done/);
  assert.match(received, /may have run/);
  assert.equal(await readFile(effects, "utf8"), "1\n2\n");
});
