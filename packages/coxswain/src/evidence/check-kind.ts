import { apply, type CheckKind, type Judge, type Judgement, kindOfFile, type Rule } from "./check-judge.ts";
import { PROGRAMS, RUNNERS } from "./check-programs.ts";

/**
 * Returns a judge of simple commands.
 * @param named commands that are checks, also with more arguments
 */
export const commandJudge = (named: ReadonlySet<string>): Judge => {
  const judge: Judge = (words) => {
    const [program = "", ...rest] = words;
    if (isNamed(words.join(" "), named)) return { kind: "named", provesPass: true, provesFailure: true };
    const name = program.slice(program.lastIndexOf("/") + 1).replace(/(?<=.)\.(?:cmd|exe|bat|sh|phar)$/i, "");
    const runner = RULES_OF_RUNNERS.get(name);
    if (runner !== undefined) return judgement(apply(runner, rest, judge), false);
    // A script of the project, such as `./test.sh`.
    const rule = RULES.get(name) ?? (program.includes("/") ? kindOfFile(program) : undefined);
    if (rule === undefined || isInert(name, rest)) return undefined;
    return judgement(apply(rule, rest, judge), isLenient(name, rest));
  };
  return judge;
};

/** Returns whether a command is one of these, with or without more arguments. */
export const isNamed = (command: string, named: ReadonlySet<string>): boolean =>
  [...named].some((name) => command === name || command.startsWith(`${name} `));

const RULES: ReadonlyMap<string, Rule> = new Map(PROGRAMS);
const RULES_OF_RUNNERS: ReadonlyMap<string, Rule> = new Map(RUNNERS);

const judgement = (found: CheckKind | Judgement | undefined, lenient: boolean): Judgement | undefined => {
  if (typeof found === "string") return { kind: found, provesPass: !lenient, provesFailure: true };
  return found === undefined || "line" in found ? found : { ...found, provesPass: found.provesPass && !lenient };
};

/** Options of any program with which it describes or prepares something, and checks nothing. */
const INERT: ReadonlySet<string> = new Set(
  [
    "help version dry-run dryrun dry just-print recon question touch",
    "collect-only co fixtures fixtures-per-test markers setup-plan setup-only notest install-only nobuild",
    "list list-all list-tests list-sessions listenvs listenvs-all list-groups list-suites list-msgs list-rules list-target-files listTests",
    "show-config showConfig show-settings show-files show-cops show-only listFilesOnly print-config print-labels inspect-config env-info",
    "init clear-cache clearCache auto-gen-config generate-configuration create-config bug-report add-noqa tasks prereqs evaluate",
  ]
    .join(" ")
    .split(" "),
);

/** Short options of that kind. */
const SHORT_INERT: Readonly<Record<string, RegExp>> = {
  make: /^-[bBdeikrRsSw]*[nqtpvh][bBdeiknpqrRsStvwh]*$/,
  gmake: /^-[bBdeikrRsSw]*[nqtpvh][bBdeiknpqrRsStvwh]*$/,
  pytest: /^-[hV]$/,
  jest: /^-[hv]$/,
  vitest: /^-[hv]$/,
  mocha: /^-[hV]$/,
  tsc: /^-[hv]$/,
  eslint: /^-[hv]$/,
  cargo: /^-[hV]$/,
  go: /^-(?:h|n|list(?:=.*)?|V(?:=.*)?)$/,
  mypy: /^-[hV]$/,
  gradle: /^-[mhv?]$/,
  gradlew: /^-[mhv?]$/,
  mvn: /^-[hv]$/,
  mvnw: /^-[hv]$/,
  just: /^-[nlhV]$/,
  task: /^(?:-[nlah]|--summary|--status)$/,
  rake: /^-[nTPDhVW]$/,
  ninja: /^-[nth]$/,
  ctest: /^-[Nh]$/,
  dotnet: /^-[ht?]$/,
  swift: /^-[hl]$/,
  rspec: /^-[hv]$/,
  rubocop: /^-[hvVL]$/,
  tox: /^-[lahn]$/,
  nox: /^-[lh]$/,
  shellcheck: /^-[hV]$/,
};

const isInert = (name: string, words: readonly string[]): boolean => {
  const short = (Object.hasOwn(SHORT_INERT, name) ? SHORT_INERT[name] : undefined) ?? /^-h$/;
  return words.some((word) => short.test(word) || (word.startsWith("--") && INERT.has(word.slice(2).replace(/=.*/, ""))));
};

/** Options with which a check may have the exit code 0 in spite of findings, or without having run. */
const LENIENT =
  /^--(?:exit-zero|if-present|ignore-errors|fail-never|soft-fail|no-fail|warn-only|passWithNoTests|pass-with-no-tests)$|^--(?:onlyChanged|changedSince|lastCommit|findRelatedTests|changed|stale|suppress-no-test-exit-code)(?:=|$)|^--(?:issues|failure)-exit-code=0$|^-Dmaven\.test\.failure\.ignore(?:=true)?$/;

const SHORT_LENIENT: Readonly<Record<string, RegExp>> = {
  make: /^-[bBdekrRsSw]*i[bBdekrRsSw]*$/,
  gmake: /^-[bBdekrRsSw]*i[bBdekrRsSw]*$/,
  mvn: /^-fn$/,
  mvnw: /^-fn$/,
  ruff: /^-e$/,
  jest: /^-o$/,
};

const isLenient = (name: string, words: readonly string[]): boolean => {
  const short = Object.hasOwn(SHORT_LENIENT, name) ? SHORT_LENIENT[name] : undefined;
  return words.some(
    (word, at) =>
      LENIENT.test(word) || short?.test(word) === true || (/^--(?:issues|failure)-exit-code$/.test(word) && words[at + 1] === "0"),
  );
};
