import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { openCheckout } from "./mutations/checkout.ts";
import { MUTATIONS } from "./mutations/mutations.ts";
import { mutate, type Mutation } from "./mutations/mutation.ts";
import { filesWithTypeErrors, numberedTests, runTests } from "./mutations/numbered-tests.ts";

/*
 * Breaks the main line of each requirement, one at a time, in a copy of the project, and runs the tests that carry its
 * number. A mutation survives if they pass. Arguments select requirements by the start of their number: `S0-1 S4`.
 * Exits with 1 if a mutation survived or could not be run.
 */
const root = join(import.meta.dirname, "..");

/** Milliseconds of one test, which a mutation may make hang. */
const MUTATED_TIMEOUT = 20_000;
/** Milliseconds of one test without a mutation, on a machine that is busy. */
const TIMEOUT = 120_000;
/** Milliseconds of all tests of one mutation, and of all tests without one. */
const MUTATED_LIMIT = 60_000;
const LIMIT = 1_200_000;

const selected = process.argv.slice(2);
const mutations = MUTATIONS.filter(({ line }) => selected.length === 0 || selected.some((start) => line.startsWith(start)));
if (mutations.length === 0) {
  console.error(`No requirement starts with ${selected.join(" or ")}.`);
  process.exit(2);
}

const interrupt = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupt.abort());
const { signal } = interrupt;
const tests = numberedTests(root);

/** Returns how the tests missed the mutation; undefined if they noticed it. */
const missed = async (folder: string, mutation: Mutation): Promise<string | undefined> => {
  const { line, file, types } = mutation;
  const path = join(folder, file);
  const source = readFileSync(path, "utf8");
  const files = tests.get(line) ?? [];
  writeFileSync(path, mutate(source, mutation));
  try {
    if (types) {
      const errors = await filesWithTypeErrors(folder, signal);
      return files.some((tested) => errors.has(tested)) ? undefined : "survived: the compiler reports no error in a test";
    }
    const { passed, failed, broken } = await runTests(folder, {
      numbers: [line],
      files,
      timeout: MUTATED_TIMEOUT,
      limit: MUTATED_LIMIT,
      untilFailure: true,
      signal,
    });
    if (failed.length > 0) return undefined;
    if (broken.length > 0) return `invalid: ${broken.join(", ")} did not load, or did not end`;
    return passed === 0 ? "invalid: no test has its number" : "survived";
  } finally {
    writeFileSync(path, source);
  }
};

const problems: string[] = [];
const queue = [...mutations];
let done = 0;
const begun = Date.now();

const work = async (): Promise<void> => {
  await using checkout = await openCheckout(root);
  for (let mutation = queue.shift(); mutation !== undefined && !signal.aborted; mutation = queue.shift()) {
    const problem = await missed(checkout.folder, mutation);
    done += 1;
    if (problem === undefined) continue;
    const { line, file, from, to } = mutation;
    problems.push(line);
    console.log(`${line} ${problem}\n  ${file}\n  - ${from}\n  + ${to}`);
  }
};

const checkBefore = async (): Promise<readonly string[]> => {
  const numbers = mutations.map(({ line }) => line);
  const files = [...new Set(numbers.flatMap((number) => tests.get(number) ?? []))];
  const { failed, broken } = await runTests(root, { numbers, files, timeout: TIMEOUT, limit: LIMIT, untilFailure: false, signal });
  return [...failed, ...broken];
};

const main = async (): Promise<void> => {
  const failing = await checkBefore();
  if (failing.length > 0) {
    console.error(`Tests fail without a mutation:\n${failing.join("\n")}`);
    process.exitCode = 1;
    return;
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), mutations.length) }, work));
};

await main().catch((error: unknown) => {
  if (!signal.aborted) throw error;
});
const seconds = Math.round((Date.now() - begun) / 1000);
console.log(`${done} of ${mutations.length} mutations, ${problems.length} not noticed, ${seconds} s`);
if (problems.length > 0 || signal.aborted) process.exitCode = 1;
