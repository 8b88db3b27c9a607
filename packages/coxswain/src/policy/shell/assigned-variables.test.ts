import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { modePolicy } from "../mode-policy.ts";
import { strictest } from "../policy.ts";
import { ruledCommand } from "../rules/rule-corpus.fixture.ts";
import { rulesPolicy } from "../rules/index.ts";
import { commandReader } from "./command-reader.ts";

const BUILTINS = ": cat cd coproc declare echo exec exit f getopts let local ls mapfile printf read set test typeset unset wait";
const RULES = rulesPolicy({ allow: [...BUILTINS.split(" ").map((name) => `bash(${name})`), "bash(git status)"] });
const read = await commandReader();

/** True if a rule for each of its commands, or the strictest mode, allows it. */
const isAllowed = (line: string): boolean =>
  [RULES, modePolicy("plan")].some((policy) => ruledCommand(line, strictest(policy), read).verdict === "allow");

const ASSIGNING = [
  "((PATH=1)); ls",
  "[[ PATH=1 -eq 1 ]]; ls",
  "a[PATH=1]=x; ls",
  "((x=PATH=1)); ls",
  "((PATH[0]=1)); ls",
  "x=$((PATH=1)); ls",
  "printf x%n PATH; ls",
  "printf '%s%-5ln' x PATH; ls",
  "printf -v x '%n' HOME; git status",
  ": $((PATH+=1)); ls",
  "((PATH++)); ls",
  "((--PATH)); ls",
  "((HOME=1)); git status",
  "[[ HOME=1 -eq 1 ]]; git status",
  "((P\\\nATH=1)); ls",
  '(("PATH=1")); ls',
  "x=abc; echo ${x:0:PATH=1}; ls",
  "echo ${a[PATH=1]}; ls",
  "let 'x=1, PATH=2'; ls",
  "declare -i x; x=PATH=1; ls",
  "declare -n x=PATH; ((x=1)); ls",
  "x=PATH; (($x=1)); ls",
  "x=TH; ((PA${x}=1)); ls",
  "x=PA; x+=TH=1; ((x)); ls",
  "set -- PATH=1; (($1)); ls",
  "f() { (($1)); }; f PATH=1; ls",
  "test -v 'a[PATH=1]'; ls",
  "printf -v 'a[PATH=1]' x; ls",
  "a=([PATH=1]=x); ls",
  "((BASH_CMDS[ls]=1)); ls",
  "for ((PATH=1;0;)); do :; done; ls",
  "coproc PATH { :; }; ls",
  "ls {PATH}</dev/null; ls",
  "getopts x PATH; ls",
  "wait -p PATH; ls",
  "unset PATH; ls",
  "cat <<E\n$((PATH=1))\nE\nls",
  "((a[a[a[a[a[a[a[a[PATH=1]]]]]]]]=1)); ls",
  "a=b; b=c; c=d; d=e; e=f; f=g; g=PATH=1; ((a)); ls",
  "[[ x -eq 1 ]]; eval x=PATH=1; [[ x -eq 1 ]]; ls",
];

test("A1: a line is asked about if it assigns a variable that changes what runs, in whatever construct", () => {
  assert.deepEqual(ASSIGNING.filter(isAllowed), []);
});

test("arithmetic, tests and subscripts with other variables stay allowed", () => {
  for (const line of [
    "((a=1, b=2)); ls",
    "for ((i=0; i<3; i++)); do ls; done",
    "x=$((x+1)); ls",
    "a[i+1]=2; ls",
    "[[ $x -eq 1 && $HOME == /root ]] && ls",
    "((PATH == 1)) || ls",
    "((n <= 3 && n != 2)); ls",
    "x=y; y=x; ((x)); ls",
  ])
    assert.equal(ruledCommand(line, RULES, read).verdict, "allow", line);
});

/** Constructs that evaluate an expression. */
const EVALUATING: readonly ((expression: string) => string)[] = [
  (expression) => `((${expression}))`,
  (expression) => `(( 0 || (${expression}) ))`,
  (expression) => `((1 ? ${expression} : 0))`,
  (expression) => `((y = 2, ${expression}))`,
  (expression) => `((a[${expression}]))`,
  (expression) => `: $((${expression}))`,
  (expression) => `: "$((1 + (${expression})))"`,
  (expression) => `: $[${expression}]`,
  (expression) => `y=$((${expression}))`,
  (expression) => `if ((${expression})); then :; fi`,
  (expression) => `for ((${expression}; 0; )); do :; done`,
  (expression) => `for ((; 0; ${expression})); do :; done`,
  (expression) => `[[ '${expression}' -eq 1 ]]`,
  (expression) => `[[ 1 -lt '${expression}' ]]`,
  (expression) => `[[ -v 'a[${expression}]' ]]`,
  (expression) => `a['${expression}']=x`,
  (expression) => `let '${expression}'`,
  (expression) => `declare -i 'y=${expression}'`,
  (expression) => `typeset 'a[${expression}]=x'`,
  (expression) => `test -v 'a[${expression}]'`,
  (expression) => `printf -v 'a[${expression}]' x`,
  (expression) => `unset 'a[${expression}]'`,
  (expression) => `read 'a[${expression}]' <<< x`,
  (expression) => `y='${expression}'; ((y))`,
  (expression) => `y='${expression}'; ((z=$y))`,
  (expression) => `y='${expression}'; z=y; [[ z -eq 1 ]]`,
  (expression) => `set -- '${expression}'; ((\${1}))`,
  (expression) => `for y in '${expression}'; do ((y)); done`,
];

const OPERATORS = ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="];
const NAMES = ["PATH", "HOME", "BASH_ENV", "LD_PRELOAD", "GIT_DIR", "IFS", "ENV", "GIT_CONFIG_GLOBAL", "XDG_CONFIG_HOME"];

test("A1: no spelling of an assignment in an expression is allowed", () => {
  const name = fc.constantFrom(...NAMES);
  const blank = fc.constantFrom("", " ", "  ", "\t");
  const subscript = fc.constantFrom("", "[0]", "[i]", "[1+1]", "[b[0]]");
  const assignment = fc
    .tuple(name, subscript, blank, fc.constantFrom(...OPERATORS), blank, fc.constantFrom("1", "x", "(2)", "c=3"))
    .map((parts) => parts.join(""));
  const step = fc
    .tuple(name, subscript, fc.constantFrom("++", "--"), fc.boolean())
    .map(([text, at, operator, isPrefix]) => (isPrefix ? operator + text + at : text + at + operator));
  const line = fc
    .tuple(fc.constantFrom(...EVALUATING), fc.oneof(assignment, step), fc.constantFrom("; ls", "\nls", " && git status", "; ls | cat"))
    .map(([evaluate, expression, then]) => evaluate(expression) + then);
  fc.assert(
    fc.property(line, (text) => !isAllowed(text)),
    { numRuns: 400 },
  );
});
