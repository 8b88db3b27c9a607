import assert from "node:assert/strict";
import { basename, dirname } from "node:path";
import { type Entry, jsonlStore, readSession } from "coxswain";
import { checkSession, isIntact } from "coxswain/store";
import type { LoopbackRequest, LoopbackScript } from "coxswain/testing";
import { type CoxScene, jsonLines, messageIn, messagesOf, openCox } from "../cli/cox-scene.ts";

/** Bytes of the steps' results, in rotation: one write, several pages, more than a pipe's buffer. */
const SIZES = [1_000, 8_000, 100_000];
const STEPS = 6;

/** A command that appends its number to a file, to detect repeated runs, and prints much output. */
const step = (number: number): string =>
  `echo step-${number} >> effects; head -c ${SIZES[number % SIZES.length]} /dev/zero | tr '\\0' x; echo end-${number}`;

/** Requests the next step after those with a result of any kind, and answers after the last one. */
const steps: LoopbackScript = (request: LoopbackRequest) => {
  const done = resultsIn(request).length;
  return done === STEPS ? "All done." : { text: `Step ${done}.`, calls: [{ name: "bash", input: { command: step(done) } }] };
};

const resultsIn = (request: LoopbackRequest): readonly string[] =>
  messagesOf(request).flatMap(({ content }) =>
    content.flatMap((part) => (part.type === "tool_result" ? [JSON.stringify(part["content"])] : [])),
  );

const TASK = ["-p", "go through the steps", "--yes", "--output-format", "stream-json"];

/** Runs the task without a kill and returns its duration in milliseconds. */
export const uninterruptedTime = async (): Promise<number> => {
  await using cox = await openCox(steps);
  const started = performance.now();
  const { code, stderr } = await cox.run(TASK);
  assert.equal(code, 0, stderr);
  assert.equal((await effects(cox)).length, STEPS);
  return performance.now() - started;
};

/** The progress of a task when it was killed. */
export interface Killed {
  /** True if the session was already saved. */
  readonly saved: boolean;
  /** Number of messages emitted before. */
  readonly emitted: number;
}

/**
 * Kills the task after this many milliseconds and continues it. All emitted messages must be in the log, the log must
 * be intact, no step may run twice, and the task must finish.
 */
export const killAndContinue = async (after: number): Promise<Killed> => {
  await using cox = await openCox(steps);
  const { child, ended } = cox.start(TASK);
  // A timer instead of an event, so that the kill can happen between any two events.
  const timer = setTimeout(() => child.kill("SIGKILL"), after);
  const { stdout } = await ended;
  clearTimeout(timer);

  const emitted = wholeLines(stdout).flatMap((line) => (line["type"] === "assistant" || line["type"] === "user" ? [textIn(line)] : []));
  const [path] = await cox.sessionFiles();
  if (path === undefined) {
    assert.deepEqual(emitted, []);
    return { saved: false, emitted: 0 };
  }
  const log = JSON.stringify(await wholeEntries(path));
  for (const text of emitted) assert.ok(log.includes(text), `emitted but not saved: ${text}`);

  await continueTask(cox);
  const marks = await effects(cox);
  assert.equal(new Set(marks).size, marks.length, `run twice: ${marks.join(" ")}`);
  assert.ok(marks.length >= STEPS - 1, "at most the interrupted step is missing");
  await wholeEntries(path);
  return { saved: true, emitted: emitted.length };
};

/** Continues the task to its end, whether its run was interrupted, had ended, or had not started its first turn. */
const continueTask = async (cox: CoxScene): Promise<void> => {
  const resumed = await cox.run(["-c", "--yes"]);
  assert.ok(resumed.code === 0 || resumed.code === 2, resumed.stderr);
  if (resumed.code === 0) assert.equal(resumed.stdout, "All done.\n");
  const { code, stdout, stderr } = await cox.run(["-c", "and now?", "--yes"]);
  assert.equal(code, 0, stderr);
  assert.equal(stdout, "All done.\n");
};

/** Returns all entries of a session, which must be intact. */
const wholeEntries = async (path: string): Promise<readonly Entry[]> => {
  const check = await checkSession(path);
  assert.ok(isIntact(check), JSON.stringify(check));
  const { entries } = await readSession(jsonlStore({ directory: dirname(dirname(path)) }), basename(path, ".jsonl"));
  assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length);
  return entries;
};

const effects = async (cox: CoxScene): Promise<readonly string[]> =>
  (await cox.read("effects").catch(() => "")).split("\n").filter((line) => line !== "");

/** Omits a truncated last line. */
const wholeLines = (stdout: string): readonly Record<string, unknown>[] => {
  const lines = stdout.slice(0, stdout.lastIndexOf("\n") + 1);
  return lines === "" ? [] : jsonLines(lines);
};

/** Returns a string of an emitted message that the log must contain, and that JSON does not escape. */
const textIn = (line: Record<string, unknown>): string => /end-\d|Step \d|All done/.exec(JSON.stringify(messageIn(line)))?.[0] ?? "";
