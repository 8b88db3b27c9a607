import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import { commandSigns } from "./command-signs.ts";
import { evidenceOf } from "./evidence.ts";
import { lineReader } from "./line-checks.ts";

const folder = mkdtempSync(join(tmpdir(), "cox-checks-"));
after(() => rmSync(folder, { recursive: true }));

/** Writes its name and its exit code, which is the next digit of the plan. */
const CHECK = `#!/bin/sh
runs=0
while read -r _; do runs=$((runs + 1)); done < "$TRACE"
# An endless loop
[ "$runs" -lt 12 ] || kill -KILL 0
rest=$PLAN
while [ $((runs % \${#PLAN})) -gt $((\${#PLAN} - \${#rest})) ]; do rest=\${rest#?}; done
code=\${rest%"\${rest#?}"}
echo "$1 $code" >> "$TRACE"
exit "$code"
`;
const program = join(folder, "chk");
writeFileSync(program, CHECK);
chmodSync(program, 0o755);
const trace = join(folder, "trace");

const NAMES: ReadonlySet<string> = new Set(["chk a", "chk b", "chk c", "chk d", "chk e"]);

/** Commands that decide, hide or save an exit code. */
const SIMPLE: readonly string[] = [
  "true",
  "false",
  "echo x",
  ":",
  "exit",
  "exit 0",
  "exit 1",
  "exit $?",
  "exit $rc",
  "rc=$?",
  "rc=0",
  "rc=1",
  "return 0",
  "return",
  "break",
  "continue",
  "break 2",
  "set -e",
  "set +e",
  "set -o pipefail",
  "set -eo pipefail",
  "set +o pipefail",
  "x=1",
  "[ $? -eq 0 ]",
  "[ $rc -ne 0 ]",
  "[[ a == b ]]",
  "((0))",
  "exit ${PIPESTATUS[0]}",
  "rc=${PIPESTATUS[0]}",
  "f",
  "cat /missing",
  "(cd /missing && chk c)",
  "x=$(chk a)",
  "x=$(chk b; echo y)",
  "echo $(chk a)",
  "rc=$(chk b)",
  "exec chk c",
  "chk d > /missing/x",
  "eval 'exit 0'",
  "((rc=0))",
  "command chk e",
  "command exit 1",
  "! chk a",
  "time chk b",
  "export X=$(chk a)",
  "trap 'exit 0' EXIT",
  "set -n",
  "sh -c 'chk a; exit 1'",
];

/** Random command lines of bash, with two checks among all that decides an exit code. */
const { list: lines } = fc.letrec<{ readonly list: string; readonly command: string; readonly simple: string; readonly compound: string }>(
  (tie) => {
    const [list, command] = [tie("list"), tie("command")];
    const text = (strings: TemplateStringsArray, ...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
      fc.tuple(...parts).map((values) => strings.reduce((line, string, at) => line + (values[at - 1] ?? "") + string));
    return {
      simple: fc.oneof(
        { arbitrary: fc.constantFrom("chk a", "chk b"), weight: 5 },
        {
          arbitrary: fc.constantFrom(...SIMPLE),
          weight: 4,
        },
      ),
      compound: fc.oneof(
        text`(${list})`.map((line) => line.replace("((", "( (")),
        text`{ ${list}; }`,
        text`if ${list}; then ${list}; fi`,
        text`if ${list}; then ${list}; else ${list}; fi`,
        text`if ${list}; then ${list}; elif ${list}; then ${list}; fi`,
        text`for i in 1 2; do ${list}; done`,
        text`for rc in 0 1; do ${list}; done`,
        text`for i in $none; do ${list}; done`,
        text`while ${list}; do ${list}; chk a || break; done`,
        text`until ${list}; do ${list}; chk b && break; done`,
        text`case a in a) ${list};; *) ${list};; esac`,
        text`case a in b) ${list};& c) ${list};; esac`,
        text`f() { ${list}; }`,
        text`${command} | ${command}`,
        text`! ${command} | ${command}`,
      ),
      command: fc.oneof({ depthSize: "small", withCrossShrink: true }, tie("simple"), tie("compound")),
      list: fc
        .array(fc.tuple(command, fc.constantFrom("; ", "; ", " && ", " || ")), { minLength: 1, maxLength: 4 })
        .map((parts) => parts.map(([one, separator], at) => (at === parts.length - 1 ? one : `${one}${separator}`)).join("")),
    };
  },
);

interface Trial {
  readonly exitCode: number;
  /** The errors of the shell. */
  readonly output: string;
  /** The exit codes of each check. */
  readonly runs: (name: string) => readonly string[];
}

/** Runs a line in bash. Undefined: it does not end. */
const tried = async (line: string, plan: string): Promise<Trial | undefined> => {
  writeFileSync(trace, "");
  const env = { LC_ALL: "C", PATH: `${folder}:${process.env["PATH"] ?? ""}`, TRACE: trace, PLAN: plan };
  // In a separate process group: a pipeline may have endless loops.
  const shell = spawn("bash", ["-c", line], { env, cwd: folder, stdio: ["ignore", "ignore", "pipe"], detached: true });
  const ended = once(shell, "close");
  let output = "";
  shell.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  const { pid } = shell;
  const endless = setTimeout(() => pid !== undefined && process.kill(-pid, "SIGKILL"), ENDLESS);
  const [exitCode] = (await ended) as [number | null];
  clearTimeout(endless);
  if (exitCode === null) return undefined;
  const entries = readFileSync(trace, "utf8").trim().split("\n");
  return { exitCode, output, runs: (name) => entries.filter((entry) => entry.startsWith(name)).map((entry) => entry.slice(-1)) };
};

/** Milliseconds until a line counts as endless. */
const ENDLESS = 500;

test("a real shell never contradicts what a line proves about its checks", async () => {
  const read = await lineReader();
  const plans = fc.stringMatching(/^[01]{0,3}(?:01|10)[01]{0,3}$/);
  await fc.assert(
    fc.asyncProperty(lines, plans, async (line, plan) => {
      const trial = await tried(line, plan);
      if (trial === undefined) return;
      const { exitCode, output, runs } = trial;
      const facts = [
        { kind: "named", commands: [...NAMES] } as const,
        { kind: "ran", command: line, exitCode, ...commandSigns(output) } as const,
      ];
      const { checks } = evidenceOf(facts, read, folder);
      for (const name of NAMES) {
        const codes = runs(name.replace("chk ", ""));
        const outcomes = checks.filter(({ command }) => command.includes(name)).map(({ outcome }) => outcome);
        const shown = `${line} (exit ${exitCode}, ${name}: ${codes.join("")}): ${outcomes.join(" ") || "none"}`;
        if (outcomes.includes("passed")) assert.ok(codes.length > 0 && codes.every((code) => code === "0"), shown);
        if (outcomes.includes("failed")) assert.ok(codes.includes("1"), shown);
        if (codes.length > 0) assert.ok(outcomes.length > 0, shown);
      }
    }),
    { numRuns: 100 },
  );
});
