import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "node:test";
import { promisify } from "node:util";
import { numbersIn } from "../../tests/documents/numbers-in.ts";
import { NODE_OPTIONS, testFiles } from "../test/test-files.ts";

/**
 * Returns the quick test files by the numbers that their tests' names contain. Those of the requirements come first: they
 * notice most mutations, and start few processes.
 */
export const numberedTests = (root: string): ReadonlyMap<string, readonly string[]> => {
  const files = new Map<string, string[]>();
  const isFirst = (file: string): number => Number(file.startsWith("tests/seeds/"));
  for (const file of testFiles(root, { long: false }).toSorted((one, other) => isFirst(other) - isFirst(one))) {
    for (const number of new Set(numbersIn(readFileSync(join(root, file), "utf8")))) {
      files.set(number, [...(files.get(number) ?? []), file]);
    }
  }
  return files;
};

export interface TestRun {
  readonly passed: number;
  /** Names of the tests that failed, without those of files. */
  readonly failed: readonly string[];
  /** Paths of files that failed as a whole, because they did not load or did not end in time. */
  readonly broken: readonly string[];
}

export interface TestSelection {
  readonly numbers: readonly string[];
  readonly files: readonly string[];
  /** Milliseconds after which a test counts as failed. */
  readonly timeout: number;
  /** Milliseconds after which all are ended: the timeout does not end a test that never yields. */
  readonly limit: number;
  /** True ends the run at the first test that fails. */
  readonly untilFailure: boolean;
  readonly signal: AbortSignal;
}

/** Runs the tests whose names contain one of the numbers. */
export const runTests = async (root: string, { numbers, files, timeout, limit, untilFailure, signal }: TestSelection): Promise<TestRun> => {
  const failure = new AbortController();
  const stop = AbortSignal.any([signal, failure.signal, AbortSignal.timeout(limit)]);
  const paths = files.map((file) => join(root, file));
  const events = run({
    files: paths,
    cwd: root,
    execArgv: [...NODE_OPTIONS],
    testNamePatterns: numbers.map((number) => new RegExp(`\\b${number}\\b`)),
    concurrency: 1,
    timeout,
    signal: stop,
  });
  const failed: string[] = [];
  const broken: string[] = [];
  let passed = 0;
  try {
    for await (const { type, data } of events) {
      if (type !== "test:pass" && type !== "test:fail") continue;
      const isFile = paths.includes(data.name);
      // The tests that are aborted now fail too.
      if (failure.signal.aborted) continue;
      if (type === "test:pass") passed += isFile ? 0 : 1;
      else if (!isFile) failed.push(data.name);
      else if (Reflect.get(data.details.error, "failureType") !== "subtestsFailed") broken.push(data.name);
      if (untilFailure && failed.length > 0) failure.abort();
    }
  } catch (error) {
    // The stream of an aborted run may end with the abort.
    if (!stop.aborted) throw error;
  }
  signal.throwIfAborted();
  if (stop.aborted && failed.length === 0) broken.push(...files);
  return { passed, failed, broken };
};

/** Returns the files in which the compiler reports an error, relative to the root. */
export const filesWithTypeErrors = async (root: string, signal: AbortSignal): Promise<ReadonlySet<string>> => {
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  try {
    await promisify(execFile)(process.execPath, [compiler, "-p", "tsconfig.json", "--pretty", "false"], { cwd: root, signal });
    return new Set();
  } catch (error) {
    signal.throwIfAborted();
    const stdout = String(Reflect.get(Object(error), "stdout"));
    return new Set([...stdout.matchAll(/^(\S+\.ts)\(\d+,\d+\): error /gm)].map(([, file = ""]) => file));
  }
};
