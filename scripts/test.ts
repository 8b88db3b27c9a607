import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SHARED_PROCESSES, sharedProcessOf } from "./test/shared-process.ts";
import { NODE_OPTIONS, testFiles } from "./test/test-files.ts";

/*
 * Runs the tests in one run of Node's runner, whose closing lines count them all: those that may share a process in a few,
 * every other file in a process of its own, three at a time, since many of them wait, and what one of them has compiled the others have. `--long` runs
 * the *.long.test.ts instead. Further arguments go to the runner.
 */
const root = join(import.meta.dirname, "..");
const long = process.argv.includes("--long");
const passedOn = process.argv.slice(2).filter((argument) => argument !== "--long");

const shared = long ? [] : SHARED_PROCESSES.map((name) => `scripts/test/${name}.ts`);
const alone = testFiles(root, { long }).filter((file) => sharedProcessOf(file) === undefined);

const timeout = long ? 900_000 : 120_000;
const options = [...NODE_OPTIONS, "--test", "--test-concurrency=3", `--test-timeout=${timeout}`, ...passedOn];
const compiled = mkdtempSync(join(tmpdir(), "coxswain-tests-"));
const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
const runner = spawn(process.execPath, [...options, ...shared, ...alone], { cwd: root, stdio: "inherit", env });
// It reaches the runner as well, which ends what it runs.
process.on("SIGINT", () => {});
runner.on("exit", (code) => {
  process.exitCode = code ?? 1;
  rmSync(compiled, { recursive: true, force: true });
});
