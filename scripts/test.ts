import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SHARED_PROCESSES, sharedProcessOf } from "./test/shared-process.ts";
import { NODE_OPTIONS, testFiles } from "./test/test-files.ts";

/*
 * Runs all tests in one run of Node's test runner, so that its totals cover everything. Files that may share a process
 * run in a few processes; every other file has its own, three at a time, because many of them wait. All share one
 * compile cache. `--long` runs *.long.test.ts instead. Further arguments go to the runner. The limit of time for each
 * test does not end a file whose processes keep it alive, so that the whole run has a deadline.
 */
const root = join(import.meta.dirname, "..");
const long = process.argv.includes("--long");
const passedOn = process.argv.slice(2).filter((argument) => argument !== "--long");

const shared = long ? [] : SHARED_PROCESSES.map((name) => `scripts/test/${name}.ts`);
const alone = testFiles(root, { long }).filter((file) => sharedProcessOf(file) === undefined);

const timeout = long ? 900_000 : 120_000;
const deadline = long ? 3_600_000 : 1_800_000;
const options = [...NODE_OPTIONS, "--test", "--test-concurrency=3", `--test-timeout=${timeout}`, ...passedOn];
const compiled = mkdtempSync(join(tmpdir(), "coxswain-tests-"));
const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
const runner = spawn(process.execPath, [...options, ...shared, ...alone], { cwd: root, stdio: "inherit", env });
// The runner receives the signal too, and ends its processes.
process.on("SIGINT", () => {});
const watchdog = setTimeout(() => {
  console.error(`The tests did not end within ${deadline / 60_000} minutes: a test left something running.`);
  runner.kill("SIGTERM");
}, deadline);
runner.on("exit", (code) => {
  clearTimeout(watchdog);
  process.exitCode = code ?? 1;
  rmSync(compiled, { recursive: true, force: true });
});
