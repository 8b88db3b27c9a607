import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { allowAll } from "../grants.ts";
import { strictest } from "../policy.ts";
import { commandReader } from "../shell/index.ts";
import { ruledCommand } from "./rule-corpus.fixture.ts";
import { rulesPolicy } from "./rules-policy.ts";

const read = await commandReader();
/** Verdict where everything is allowed except these commands. */
const verdict = (line: string, ...deny: readonly string[]): string =>
  ruledCommand(line, strictest(rulesPolicy({ deny }), allowAll()), read).verdict;

/** Lines that run COMMAND. */
const RUNNING = [
  "mapfile -C 'COMMAND' -c 1 a < f",
  "readarray -c1 -C 'COMMAND #' a < f",
  "compgen -W '$(COMMAND)'",
  "compgen -C 'COMMAND' x",
  "env -S'COMMAND'",
  "env 'BASH_FUNC_ls%%=() { COMMAND; }' bash -c ls",
  "env PAGER='COMMAND' man ls",
  "export PAGER='COMMAND'; man ls",
  "dc -e '!COMMAND'",
  "dc <<< '!COMMAND'",
  "echo '!COMMAND' | dc",
  "m4 <<< 'syscmd(COMMAND)'",
  "m4 -D'x=syscmd(COMMAND)' f",
  `cargo run --config "target.'cfg(all())'.runner='COMMAND'"`,
  "hg --config 'alias.x=!COMMAND' x",
  "hg --config hooks.pre-status='COMMAND' status",
  `gnuplot -e 'system("COMMAND")'`,
  `erl -eval 'os:cmd("COMMAND")'`,
  `guile -c '(system "COMMAND")'`,
  `Rscript -e 'system("COMMAND")'`,
  "pdflatex -shell-escape '\\write18{COMMAND}'",
  "ghci <<< ':!COMMAND'",
  "mail <<< '~!COMMAND'",
  `bind -x '"x":COMMAND'`,
  "unheard-of --then='COMMAND'",
];

test("A4: a program that runs a string as a command is asked about, or denied, if a rule denies that command", () => {
  for (const line of RUNNING) {
    assert.notEqual(verdict(line.replace("COMMAND", "rm -rf x"), "bash(rm -rf)"), "allow", line);
    assert.notEqual(verdict(line.replace("COMMAND", "rm x"), "bash(rm)"), "allow", line);
  }
  assert.notEqual(verdict(String.raw`env -S'rm\_-rf\_x'`, "bash(rm -rf)"), "allow");
  assert.notEqual(verdict(String.raw`env -S 'rm\_-rf\_x'`, "bash(rm -rf)"), "allow");
  assert.notEqual(verdict(`cargo --config 'target.x.runner=["rm","-rf"]' run`, "bash(rm -rf)"), "allow");
});

test("A4: code that may start programs is asked about if a rule denies a command, although it does not show the command", () => {
  for (const line of [
    `python3 -c 'import os; os.system("r" + "m -rf x")'`,
    `python3 -c '__import__("os").system("".join(map(chr, [114, 109])))'`,
    `node -e 'require("child_" + "process").execSync("r" + "m -rf x")'`,
    `perl -e 'exec "r" . "m -rf x"'`,
    "m4 <<< 'define(`a', `r')syscmd(a`m -rf x')'",
  ]) {
    assert.equal(verdict(line, "bash(rm -rf)"), "ask", line);
    assert.equal(verdict(line), "allow", line);
  }
});

test("strings that no program runs are not asked about", () => {
  for (const line of [
    "echo rm -rf x",
    "printf '%s' 'rm -rf x'",
    "git commit -m 'do not rm -rf x'",
    "grep -n 'rm -rf' f",
    "rg 'rm -rf' src",
    "npm install rimraf",
    "cargo build",
    "dc -e '1 1 + p'",
    "hg status",
    "python3 -c 'print(1)'",
    "unheard-of rm",
  ])
    assert.equal(verdict(line, "bash(rm -rf)", "bash(rm)"), "allow", line);
});

test("A4: no spelling of a denied command in a string that runs is allowed", () => {
  const options = fc.constantFrom("-rf", "-fr", "-r -f", "-f -R", "--recursive --force", "-vrf", "--recursive -f");
  const program = fc.constantFrom("rm", "/bin/rm", "/usr/bin/rm", "./rm");
  const end = fc.constantFrom("x", "-- x", "x y", "~/x");
  const command = fc
    .tuple(program, options, end, fc.constantFrom(" ", "  ", "\t"))
    .map(([name, how, what, blank]) => [name, how, what].join(blank));
  fc.assert(
    fc.property(fc.constantFrom(...RUNNING), command, fc.constantFrom("", "ls; ", "(ls); "), (line, inner, before) => {
      assert.notEqual(verdict(before + line.replace("COMMAND", () => inner), "bash(rm -rf)"), "allow", line);
    }),
    { numRuns: 300 },
  );
});
