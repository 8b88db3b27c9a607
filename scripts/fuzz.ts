import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { run } from "node:test";
import { inspect, parseArgs } from "node:util";
import { NODE_OPTIONS, propertyTests } from "./test/test-files.ts";

/*
 * Runs the property tests again and again, each round with a new seed, until the time is over or Ctrl+C. Arguments
 * select the files whose paths contain one of them. Exits with 1 if a test failed.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Minutes after which no round starts. */
    minutes: { type: "string", default: "10" },
    /** Runs one round with this seed. */
    seed: { type: "string" },
    /** Runs the long tests instead of the quick ones. */
    long: { type: "boolean", default: false },
  },
});

interface Failure {
  readonly file: string;
  readonly test: string;
  readonly report: string;
}

const root = join(import.meta.dirname, "..");
const files = propertyTests(root, values).filter((file) => positionals.length === 0 || positionals.some((part) => file.includes(part)));
const minutes = Number(values.minutes);
const reject = (message: string): never => {
  console.error(message);
  process.exit(2);
};
if (!(minutes > 0)) reject(`Invalid --minutes "${values.minutes}": expected a number above 0.`);
if (values.seed !== undefined && !/^-?\d+$/.test(values.seed)) reject(`Invalid --seed "${values.seed}": expected an integer.`);
if (files.length === 0) reject(`No property test matches ${positionals.join(" or ")}.`);

const interrupt = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupt.abort());

/** Runs all files once with a seed. Calls `onFailure` for each test that fails, unless the round is interrupted. */
const round = async (seed: number, onFailure: (failure: Failure) => void): Promise<void> => {
  // The processes of the tests inherit it.
  process.env["COXSWAIN_FUZZ_SEED"] = String(seed);
  const events = run({
    files: files.map((file) => join(root, file)),
    cwd: root,
    execArgv: [...NODE_OPTIONS],
    concurrency: 3,
    timeout: values.long ? 900_000 : 120_000,
    signal: interrupt.signal,
  });
  for await (const { type, data } of events) {
    if (type !== "test:fail" || interrupt.signal.aborted) continue;
    const { error } = data.details;
    // The failure of a file only repeats those of its tests.
    if (error.code === "ERR_TEST_FAILURE" && Reflect.get(error, "failureType") === "subtestsFailed") continue;
    const file = relative(root, data.file ?? data.name);
    onFailure({ file, test: data.name, report: inspect(error.cause instanceof Error ? error.cause : error) });
  }
};

const HOW_TO_KEEP = `
Fix the cause. Keep the counterexample: add it to \`examples\` of the fc.assert that failed, or write a separate test.
`;

const compiled = mkdtempSync(join(tmpdir(), "coxswain-fuzz-"));
process.env["NODE_COMPILE_CACHE"] = compiled;
const deadline = Date.now() + minutes * 60_000;
const failing = new Set<string>();
let rounds = 0;
do {
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
  const begun = Date.now();
  let failures = 0;
  await round(seed, ({ file, test, report }) => {
    failures += 1;
    // Shown once: other seeds may fail for the same reason.
    if (failing.has(`${file} ${test}`)) return;
    failing.add(`${file} ${test}`);
    const again = `npm run test:fuzz -- ${values.long ? "--long " : ""}--seed ${seed} ${file}`;
    console.log(`\nFAILED ${file}: ${test}\n\n${report}\n\nRun it again: ${again}\n`);
  });
  if (interrupt.signal.aborted) break;
  rounds += 1;
  console.log(`seed ${seed}: ${files.length} files, ${failures} failures, ${Math.round((Date.now() - begun) / 1000)} s`);
} while (values.seed === undefined && Date.now() < deadline);
rmSync(compiled, { recursive: true, force: true });
console.log(`${rounds} rounds, ${failing.size} failing tests.`);
if (failing.size > 0) {
  console.log(HOW_TO_KEEP);
  process.exitCode = 1;
}
