/** The lines with which a program reports that no test ran, and those with which it reports that one did. */
type Reports = readonly [program: string, none: RegExp, some: RegExp];

/** True if the output of a command reports that no test ran, and no other part of it that one did. */
export const reportsNoTests = (output: string): boolean =>
  REPORTS.some(([, none]) => none.test(output)) && !REPORTS.some(([, , some]) => some.test(output));

/** A program that reports tests in other words, or not at all. */
const NEVER = /(?!)/;

const REPORTS: readonly Reports[] = [
  // JavaScript
  ["npm", /^Error: no test specified$|^npm (?:error|ERR!) Missing script: "/m, NEVER],
  ["node", /^(?:#|ℹ) tests 0$/m, /^(?:#|ℹ) tests [1-9]/m],
  [
    "jest",
    /^No tests found(?:,| related)|^Tests:[ \t]+(?:\d+ (?:skipped|todo), )*\d+ total$/m,
    /^Tests:[ \t].*\b[1-9]\d* (?:passed|failed)\b/m,
  ],
  [
    "vitest",
    /^No test files found|^[ \t]*Tests[ \t]+(?:no tests|\d+ (?:skipped|todo)(?: \| \d+ (?:skipped|todo))* \(\d+\))$/m,
    /^[ \t]*Tests[ \t].*\b[1-9]\d* (?:passed|failed)\b/m,
  ],
  ["mocha", /^[ \t]*0 passing\b|^Error: No test files found/m, /^[ \t]*[1-9]\d* (?:passing|failing)\b/m],
  ["ava", /Couldn’t find any files to test|Couldn't find any files to test/, /^[ \t]*[1-9]\d* tests? (?:passed|failed)$/m],
  ["playwright", /^Error: No tests found/m, /^[ \t]*[1-9]\d* (?:passed|failed)\b/m],
  ["cypress", /^Can't run because no spec files were found/m, NEVER],
  ["deno", /^error: No test modules found|^ok \| 0 passed \| 0 failed/m, /^(?:ok|FAILED) \| (?:[1-9]\d* passed|0 passed \| [1-9])/m],
  ["bun", /^No tests found!|^error: 0 test files matching|^[ \t]*0 pass$/m, /^[ \t]*[1-9]\d* (?:pass|fail)$/m],
  ["tap", /^1\.\.0\b/m, /^(?:not )?ok \d+\b/m],
  // Python
  [
    "pytest",
    /^(?:=+ )?(?:no tests ran|\d+ (?:skipped|deselected)(?:, \d+ (?:skipped|deselected|warnings?))*) in \d/m,
    /^(?:=+ )?(?:\d+ \w+, )*[1-9]\d* (?:passed|failed|errors?|xfailed|xpassed)\b.* in \d/m,
  ],
  ["unittest", /^Ran 0 tests\b|^NO TESTS RAN$/m, /^Ran [1-9]\d* tests?\b/m],
  // Rust, Go, C, Zig, Swift
  ["cargo", /^test result: ok\. 0 passed; 0 failed;/m, /^test result: \w+\. (?:[1-9]\d* passed|\d+ passed; [1-9]\d* failed)/m],
  ["nextest", /^[ \t]*Summary \[[^\]]*\][ \t]+0 tests run:|^error: no tests to run/m, /^[ \t]*Summary \[[^\]]*\][ \t]+[1-9]/m],
  [
    "go",
    /^\?[ \t]+\S+[ \t]+\[no test files\]$|\[no tests to run\]$|^testing: warning: no tests to run$|^no packages to test$/m,
    /^ok[ \t]+[\w./~-]+[ \t]+[\d(](?!.*\[no tests to run\]$)|^FAIL\b|^[ \t]*--- (?:PASS|FAIL): /m,
  ],
  ["ginkgo", /^Ran 0 of \d+ Specs/m, /^Ran [1-9]\d* of \d+ Specs/m],
  ["ctest", /^No tests were found!!!$/m, /^\d+% tests passed, /m],
  ["zig", /^All 0 tests passed\.$/m, /^All [1-9]\d* tests passed\.$/m],
  ["swift", /\bExecuted 0 tests\b|\bTest run with 0 tests\b/, /\bExecuted [1-9]\d* tests?\b|\bTest run with [1-9]/],
  // JVM, .NET, others
  ["gradle", /^> Task (?:\S*:)?(?:\w*T|t)est NO-SOURCE$/m, /^> Task (?:\S*:)?(?:\w*T|t)est(?: FAILED| UP-TO-DATE| FROM-CACHE)?$/m],
  ["maven", /^\[INFO\] No tests to run\.$/m, /^(?:\[\w+\] )?Tests run: [1-9]/m],
  [
    "sbt",
    /\bNo tests were executed\b|^\[info\] Total number of tests run: 0$/m,
    /^\[info\] (?:Passed|Failed): Total [1-9]|^\[info\] Total number of tests run: [1-9]/m,
  ],
  [
    "dotnet",
    /^No test is available in |^No test matches the given testcase filter|^Zero tests ran$/m,
    /^(?:Passed|Failed)![ \t]+-|^Total tests: [1-9]/m,
  ],
  ["rspec", /^0 examples, 0 failures|^No examples found\.$/m, /^[1-9]\d* examples?, /m],
  ["minitest", /^0 (?:runs|tests), 0 assertions/m, /^[1-9]\d* (?:runs|tests), /m],
  ["mix", /^There are no tests to run$/m, /^(?:\d+ \w+, )*[1-9]\d* tests?, \d+ failures?/m],
  ["phpunit", /^No tests executed!$/m, /^OK \([1-9]|^Tests: [1-9]/m],
  ["pest", /^[ \t]*(?:INFO[ \t]+)?No tests found\.$/m, /^[ \t]*Tests:[ \t].*\b[1-9]\d* (?:passed|failed)\b/m],
  ["prove", /^Result: NOTESTS$/m, /^Files=\d+, Tests=[1-9]/m],
  ["dart", /^No tests (?:ran|were found)\.$/m, /^\d+:\d+ \+[1-9]\d*(?: -\d+)?: /m],
];
