import assert from "node:assert/strict";
import { test } from "node:test";
import { commandSigns } from "./command-signs.ts";
import { evidenceOf } from "./evidence.ts";
import { lineReader } from "./line-checks.ts";
import { reportsNoTests } from "./no-tests.ts";

/** The ends of outputs of runs without a test, by program. */
const NONE: Readonly<Record<string, readonly string[]>> = {
  npm: [
    'npm error Missing script: "test"\nnpm error\nnpm error To see a list of scripts, run:',
    '> app@1.0.0 test\n> echo "Error: no test specified" && exit 1\n\nError: no test specified\n[exit code 1]',
  ],
  node: ["ℹ tests 0\nℹ suites 0\nℹ pass 0\nℹ fail 0\nℹ cancelled 0", "1..0\n# tests 0\n# suites 0\n# pass 0"],
  jest: [
    "No tests found, exiting with code 0",
    "Test Suites: 1 skipped, 0 of 1 total\nTests:       3 skipped, 3 total\nSnapshots:   0 total",
    "No tests found related to files changed since last commit.",
  ],
  vitest: [
    "No test files found, exiting with code 0\n\ninclude: **/*.test.ts",
    " Test Files  1 skipped (1)\n      Tests  2 skipped | 1 todo (3)",
  ],
  mocha: ["\n\n  0 passing (2ms)\n", 'Error: No test files found: "test"'],
  ava: ["  ✖ Couldn’t find any files to test"],
  deno: ["error: No test modules found", "ok | 0 passed | 0 failed | 2 filtered out (1ms)"],
  bun: [" 0 pass\n 0 fail\nRan 0 tests across 1 files."],
  pytest: [
    "collected 0 items\n\n============ no tests ran in 0.01s ============",
    "no tests ran in 0.00s",
    "============ 5 deselected in 0.02s ============",
    "3 skipped, 1 warning in 0.02s",
  ],
  unittest: ["\n----------\nRan 0 tests in 0.000s\n\nOK", "Ran 0 tests in 0.000s\n\nNO TESTS RAN"],
  cargo: [
    "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 7 filtered out; finished in 0.00s\n\n   Doc-tests app\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
  ],
  nextest: ["    Starting 0 tests across 1 binary\n     Summary [   0.000s] 0 tests run: 0 passed, 7 skipped\nerror: no tests to run"],
  go: [
    "?   \texample.com/a\t[no test files]\n?   \texample.com/b\t[no test files]",
    "testing: warning: no tests to run\nPASS\nok  \texample.com/a\t0.002s [no tests to run]",
  ],
  ctest: ["Test project /b\nNo tests were found!!!"],
  swift: ["Executed 0 tests, with 0 failures (0 unexpected) in 0.000 (0.001) seconds"],
  gradle: ["> Task :compileTestJava NO-SOURCE\n> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 1s"],
  maven: ["[INFO] --- surefire:3.2.5:test (default-test) @ app ---\n[INFO] No tests to run.\n[INFO] BUILD SUCCESS"],
  dotnet: ["No test is available in /app/bin/app.dll. Make sure that test discoverer is registered."],
  rspec: ["No examples found.\n\nFinished in 0.0002 seconds\n0 examples, 0 failures"],
  rails: ["0 runs, 0 assertions, 0 failures, 0 errors, 0 skips"],
  phpunit: ["PHPUnit 11.0.0\n\nNo tests executed!"],
  prove: ["Files=1, Tests=0,  0 wallclock secs\nResult: NOTESTS"],
};

/** The ends of outputs in which a test ran. */
const SOME: readonly string[] = [
  "ℹ tests 3\nℹ suites 0\nℹ pass 3",
  "Tests:       1 skipped, 2 passed, 3 total",
  " Test Files  1 passed (1)\n      Tests  3 passed | 1 skipped (4)",
  "  3 passing (5ms)\n  1 pending",
  "===== 2 passed, 3 deselected in 0.10s =====",
  "1 failed, 2 skipped in 0.10s",
  "Ran 2 tests in 0.001s\n\nOK (skipped=1)",
  "test result: ok. 12 passed; 0 failed; 0 ignored\n\n   Doc-tests app\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored",
  "?   \texample.com/a\t[no test files]\nok  \texample.com/b\t0.010s",
  "ok  \texample.com/b\t(cached)\nok  \texample.com/c\t(cached) [no tests to run]",
  "> Task :a:test NO-SOURCE\n> Task :b:test\n\nBUILD SUCCESSFUL in 1s",
  "[INFO] No tests to run.\n[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0",
  "2 examples, 0 failures",
  "OK (3 tests, 5 assertions)",
  "No tests found, exiting with code 0\n\n  4 passing (2ms)",
  "all good",
  "",
];

for (const [program, outputs] of Object.entries(NONE))
  test(`recognizes the reports of ${program} that no test ran`, () => {
    for (const output of outputs) assert.ok(reportsNoTests(`> app@1.0.0 test\n\n${output}\n`), output);
  });

test("a run with a test is not taken for one without", () => {
  for (const output of SOME) assert.ok(!reportsNoTests(output), output);
});

test("tests that did not run have neither passed nor failed; other checks need no tests", async () => {
  const read = await lineReader();
  const outcome = (command: string, exitCode: number, output: string) =>
    evidenceOf([{ kind: "ran", command, exitCode, ...commandSigns(output) }], read, "/").checks[0]?.outcome;
  assert.equal(outcome("cargo test nothing", 0, NONE["cargo"]?.[0] ?? ""), "unknown");
  assert.equal(outcome("pytest -k nothing", 5, "===== 5 deselected in 0.02s ====="), "unknown");
  assert.equal(outcome("npm test", 1, "Error: no test specified"), "unknown");
  assert.equal(outcome("npm test", 0, "ℹ tests 1"), "passed");
  assert.equal(outcome("gradle build", 0, "> Task :test NO-SOURCE"), "passed");
});
