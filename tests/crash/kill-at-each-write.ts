import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRuntime, type Entry, jsonlStore, type Session, toolCalls } from "coxswain";
import { isMessage } from "coxswain/session";
import { loopbackProvider } from "coxswain/testing";
import { killedRunOptions, killedRunScript, PROMPTS, type WireName } from "./killed-run.ts";

interface Scene {
  readonly directory: string;
  readonly cwd: string;
  readonly effects: string;
  readonly url: string;
}

/**
 * Kills a process at each write of a run, or at every `step`th one, and resumes the run in this process.
 * @returns the number of writes
 */
export const killAtEachWrite = async (wire: WireName, { step = 1 } = {}): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), "cox-resume-"));
  // The server rejects invalid requests like a provider, and then no run is done.
  const server = await loopbackProvider(killedRunScript);
  try {
    for (let at = 1; ; at += step) {
      const place = { directory: join(folder, `${at}`), cwd: folder, effects: join(folder, `${at}`, "effects"), url: server.url };
      await mkdir(place.directory);
      const killed = await runUntil(place, wire, at);
      await resumeAndRepeat(place, `${wire}: killed at write ${at}`);
      if (!killed) return at - 1;
    }
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
};

const runUntil = async ({ directory, cwd, effects, url }: Scene, wire: WireName, at: number): Promise<boolean> => {
  const program = join(import.meta.dirname, "killed-run.child.ts");
  const args = ["--conditions=coxswain-source", program, directory, cwd, effects, url, wire, `${at}`];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  assert.ok(code === 0 || signal === "SIGKILL", `the process ended with ${code ?? signal}`);
  return signal === "SIGKILL";
};

/** Continues like a program that does not know its progress: resumes, and sends all prompts again under their ids. */
const resumeAndRepeat = async ({ directory, effects, url }: Scene, label: string): Promise<void> => {
  const store = jsonlStore({ directory });
  await using runtime = createRuntime({ store, ...killedRunOptions(url, effects) });
  const [stored] = await Array.fromAsync(store.list());
  if (stored === undefined) return assert.equal(existsSync(effects), false, `${label}: no effect without a session`);
  const session = await runtime.open(stored.id);
  const { interrupted } = session.state;
  const resumed = session.resume();
  if (interrupted !== undefined) assert.equal(resumed?.id, interrupted.run, label);
  const runs = [
    session.prompt(PROMPTS.go, { id: "go", whenBusy: "queue" }),
    session.prompt(PROMPTS.second, { id: "second", whenBusy: "queue" }),
  ];
  for (const run of runs) assert.equal((await run.outcome).kind, "done", label);
  assert.equal(session.resume(), undefined, `${label}: nothing is pending`);
  assertWhole(session, existsSync(effects) ? readFileSync(effects, "utf8").trim().split("\n") : [], label);
};

const assertWhole = ({ entries }: Session, lines: readonly string[], label: string): void => {
  for (const id of ["go", "second"])
    assert.equal(entries.filter((entry) => entry.id === id).length, 1, `${label}: ${id} is in the log once`);
  assert.ok(entries.filter((entry) => entry.id === "after").length <= 1, `${label}: the follow-up is in the log at most once`);
  for (const type of ["run_start", "run_end"]) {
    assert.equal(new Set(runsOf(entries, type)).size, runsOf(entries, type).length, `${label}: a run has one ${type}`);
  }
  assert.deepEqual(runsOf(entries, "run_start"), runsOf(entries, "run_end"), label);

  const messages = entries.filter(isMessage).map(({ message }) => message);
  const calls = messages.flatMap((message) => (message.role === "assistant" ? toolCalls(message) : []));
  assert.equal(calls.length, 6, label);
  for (const { id, name, input } of calls) {
    const results = messages.filter((message) => message.role === "tool" && message.callId === id);
    assert.equal(results.length, 1, `${label}: ${name} has one result`);
    const [result] = results;
    const unknown = result?.role === "tool" && result.reason === "interrupted";
    const times = lines.filter((line) => line === `${name} ${(input as { readonly step: number }).step}`).length;
    const safe = name === "look" || name === "fetch";
    assert.ok(!(safe && unknown), `${label}: ${name} can be repeated`);
    assert.ok(times <= (safe ? 2 : 1), `${label}: ${name} ran ${times} times`);
    assert.ok(times >= (unknown ? 0 : 1), `${label}: ${name} has a result and did not run`);
  }
};

const runsOf = (entries: readonly Entry[], type: string): readonly string[] =>
  entries.flatMap((entry) => (entry.type === type && "run" in entry ? [String(entry.run)] : []));
