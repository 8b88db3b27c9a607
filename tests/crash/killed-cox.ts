import assert from "node:assert/strict";
import { basename, dirname } from "node:path";
import { type Entry, jsonlStore, readSession } from "coxswain";
import { checkSession, isIntact } from "coxswain/store";
import type { LoopbackRequest, LoopbackScript } from "coxswain/testing";
import { type CoxScene, jsonLines, messageIn, messagesOf, openCox } from "../cli/cox-scene.ts";

/** Bytes of the results of the steps, in turn: one write, several pages, more than a pipe holds. */
const SIZES = [1_000, 8_000, 100_000];
const STEPS = 6;

/** A command that leaves its mark in a file, so that whoever runs it twice is found out, and says much. */
const step = (number: number): string =>
  `echo step-${number} >> effects; head -c ${SIZES[number % SIZES.length]} /dev/zero | tr '\\0' x; echo end-${number}`;

/** The next step after those that have a result, whatever became of them; after the last one an answer. */
const steps: LoopbackScript = (request: LoopbackRequest) => {
  const done = resultsIn(request).length;
  return done === STEPS ? "All done." : { text: `Step ${done}.`, calls: [{ name: "bash", input: { command: step(done) } }] };
};

const resultsIn = (request: LoopbackRequest): readonly string[] =>
  messagesOf(request).flatMap(({ content }) =>
    content.flatMap((part) => (part.type === "tool_result" ? [JSON.stringify(part["content"])] : [])),
  );

const TASK = ["-p", "go through the steps", "--yes", "--output-format", "stream-json"];

/** How long the task takes when nobody kills it, in milliseconds. */
export const undisturbed = async (): Promise<number> => {
  await using cox = await openCox(steps);
  const started = performance.now();
  const { code, stderr } = await cox.run(TASK);
  assert.equal(code, 0, stderr);
  assert.equal((await effects(cox)).length, STEPS);
  return performance.now() - started;
};

/** How far a kill let the task come. */
export interface Killed {
  /** Whether there was a session by then. */
  readonly kept: boolean;
  /** Messages that had been told. */
  readonly told: number;
}

/**
 * Kills the task after so many milliseconds, looks at what is left, and goes on with it: what had been told is there, the
 * log is whole, nothing is done twice, and the task comes to its end.
 */
export const killAndGoOn = async (after: number): Promise<Killed> => {
  await using cox = await openCox(steps);
  const { child, ended } = cox.start(TASK);
  // A moment, and no event: events are what a kill must not wait for.
  const timer = setTimeout(() => child.kill("SIGKILL"), after);
  const { stdout } = await ended;
  clearTimeout(timer);

  const told = wholeLines(stdout).flatMap((line) => (line["type"] === "assistant" || line["type"] === "user" ? [textIn(line)] : []));
  const [path] = await cox.sessionFiles();
  if (path === undefined) {
    assert.deepEqual(told, []);
    return { kept: false, told: 0 };
  }
  const log = JSON.stringify(await wholeEntries(path));
  for (const text of told) assert.ok(log.includes(text), `told, and not kept: ${text}`);

  await goOn(cox);
  const marks = await effects(cox);
  assert.equal(new Set(marks).size, marks.length, `done twice: ${marks.join(" ")}`);
  assert.ok(marks.length >= STEPS - 1, "at most the step that was cut short is missing");
  await wholeEntries(path);
  return { kept: true, told: told.length };
};

/** To the task's end, whether its run was cut short, had ended, or had not come to its first turn. */
const goOn = async (cox: CoxScene): Promise<void> => {
  const resumed = await cox.run(["-c", "--yes"]);
  assert.ok(resumed.code === 0 || resumed.code === 2, resumed.stderr);
  if (resumed.code === 0) assert.equal(resumed.stdout, "All done.\n");
  const { code, stdout, stderr } = await cox.run(["-c", "and now?", "--yes"]);
  assert.equal(code, 0, stderr);
  assert.equal(stdout, "All done.\n");
};

/** All entries of a session that is sound. */
const wholeEntries = async (path: string): Promise<readonly Entry[]> => {
  const check = await checkSession(path);
  assert.ok(isIntact(check), JSON.stringify(check));
  const { entries } = await readSession(jsonlStore({ directory: dirname(dirname(path)) }), basename(path, ".jsonl"));
  assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length);
  return entries;
};

const effects = async (cox: CoxScene): Promise<readonly string[]> =>
  (await cox.read("effects").catch(() => "")).split("\n").filter((line) => line !== "");

/** The last line may be cut. */
const wholeLines = (stdout: string): readonly Record<string, unknown>[] => {
  const lines = stdout.slice(0, stdout.lastIndexOf("\n") + 1);
  return lines === "" ? [] : jsonLines(lines);
};

/** Something that the log must hold of a message that was told: a text of it that JSON does not escape. */
const textIn = (line: Record<string, unknown>): string => /end-\d|Step \d|All done/.exec(JSON.stringify(messageIn(line)))?.[0] ?? "";
