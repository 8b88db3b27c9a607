/** The subject of a check. `named`: a command that the user names. */
export type CheckKind = "test" | "build" | "types" | "lint" | "named";

/** The check of a simple command. */
export type Judgement =
  | {
      readonly kind: CheckKind;
      /** False if it may have the exit code 0 in spite of findings, or without having run. */
      readonly provesPass: boolean;
      /** False if it may have another exit code without findings. */
      readonly provesFailure: boolean;
    }
  /** It runs a command line, as `sh -c` does. */
  | { readonly line: string };

/** Judges the words of a simple command. Undefined: it checks nothing. */
export type Judge = (words: readonly string[]) => Judgement | undefined;

/** Judges the words after a program; `inner` judges a command that they contain. */
export type Rule = CheckKind | ((words: readonly string[], inner: Judge) => CheckKind | Judgement | undefined);

export const apply = (rule: Rule, words: readonly string[], inner: Judge): CheckKind | Judgement | undefined =>
  typeof rule === "function" ? rule(words, inner) : rule;

/** Options that take the next word as their value, separated by spaces. */
type Values = string;

const isOption = (word: string): boolean => /^[-+]./.test(word);

/** Returns the index of the first word that is neither an option nor its value nor a variable; -1: none. */
const firstOperand = (words: readonly string[], values: Values): number => {
  const valued = values.split(" ");
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "--") return at + 1 < words.length ? at + 1 : -1;
    if (isOption(word)) at += valued.includes(word) ? 1 : 0;
    else if (!/^\w+=/.test(word)) return at;
  }
  return -1;
};

const operandsOf = (words: readonly string[], values: Values): readonly string[] => {
  const at = firstOperand(words, values);
  return at === -1 ? [] : [words[at] ?? "", ...operandsOf(words.slice(at + 1), values)];
};

/** The first operand is a command of the program. */
export const subcommand =
  (table: Readonly<Record<string, Rule>>, values: Values = ""): Rule =>
  (words, inner) => {
    const at = firstOperand(words, values);
    const rule = at !== -1 && Object.hasOwn(table, words[at] ?? "") ? table[words[at] ?? ""] : undefined;
    return rule === undefined ? undefined : apply(rule, words.slice(at + 1), inner);
  };

/**
 * The operands contain another command.
 * @param before number of operands before it, such as the name of a container
 */
export const runs =
  (values: Values = "", before = 0): Rule =>
  (words, inner) => {
    let rest = words;
    for (let left = before; ; left -= 1) {
      const at = firstOperand(rest, values);
      if (at === -1) return undefined;
      if (left === 0) return inner(rest.slice(at));
      rest = rest.slice(at + 1);
    }
  };

/** The words after an option are another command. */
export const runsAfter =
  (option: RegExp): Rule =>
  (words, inner) => {
    const at = words.findIndex((word) => option.test(word));
    return at === -1 ? undefined : inner(words.slice(at + 1));
  };

/** A rule for a program that may run the command several times, or never. `passesOn`: its exit code is 0 only if none failed. */
export const repeated =
  (rule: Rule, passesOn = true): Rule =>
  (words, inner) => {
    const found = apply(rule, words, inner);
    const kind = typeof found === "string" ? found : found !== undefined && "kind" in found ? found.kind : undefined;
    return kind === undefined ? undefined : { kind, provesPass: false, provesFailure: passesOn };
  };

/** The operands are names that people give to scripts, targets and tasks. `otherwise`: without any. */
export const target =
  (otherwise?: CheckKind, values: Values = ""): Rule =>
  (words) => {
    // `make -j 4`
    const operands = operandsOf(words, values).filter((word) => !/^\d+$/.test(word));
    return operands.length === 0 ? otherwise : operands.map(kindOfName).find((kind) => kind !== undefined);
  };

/** The first operand is such a name, and the others are arguments. */
export const script =
  (values: Values = ""): Rule =>
  (words) => {
    const [name = ""] = operandsOf(words, values);
    return kindOfName(name);
  };

/** The value of an option is such a name. */
export const optionTarget =
  (option: RegExp): Rule =>
  (words) => {
    const at = words.findIndex((word) => option.test(word));
    const word = words[at] ?? "";
    return at === -1 ? undefined : kindOfName(word.includes("=") ? word.slice(word.indexOf("=") + 1) : (words[at + 1] ?? ""));
  };

/** The rules in their order until one applies. */
export const anyOf =
  (...rules: readonly Rule[]): Rule =>
  (words, inner) => {
    for (const rule of rules) {
      const found = apply(rule, words, inner);
      if (found !== undefined) return found;
    }
    return undefined;
  };

/** A rule that applies only if one of the words matches. */
export const having =
  (word: RegExp, rule: Rule): Rule =>
  (words, inner) =>
    words.some((one) => word.test(one)) ? apply(rule, words, inner) : undefined;

/** A rule that applies unless one of the words matches. */
export const without =
  (word: RegExp, rule: Rule): Rule =>
  (words, inner) =>
    words.some((one) => word.test(one)) ? undefined : apply(rule, words, inner);

/** A check that is only a build if one of the words matches, such as `--no-run`. */
export const buildIf =
  (word: RegExp, rule: Rule): Rule =>
  (words, inner) =>
    words.some((one) => word.test(one)) ? "build" : apply(rule, words, inner);

/** Returns the kind of a name that people give to scripts, targets and tasks, such as `test:unit`, `api-test` or `:app:lintDebug`. */
const kindOfName = (name: string): CheckKind | undefined => {
  const parts = name
    .replaceAll(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== "");
  if (parts.some((part) => NO_CHECK.has(part))) return undefined;
  const joined = parts.join("-");
  return NAMES.find(([pattern]) => pattern.test(joined))?.[1];
};

/** The first operand is a file that people name so, such as `median.test.js`, `test_median.py` or `scripts/lint.sh`. */
export const file =
  (values: Values = ""): Rule =>
  (words) => {
    const at = firstOperand(words, values);
    return at === -1 ? undefined : kindOfFile(words[at] ?? "");
  };

export const kindOfFile = (path: string): CheckKind | undefined => {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/(?<=.)\.\w+$/, "");
  const kind = kindOfName(name);
  return kind === "build" && !/build|compile/i.test(name) ? undefined : kind;
};

/** Parts of names for work around checks. */
const NO_CHECK: ReadonlySet<string> = new Set(
  "clean cleanup setup install deps serve dev watch start stop init reset seed down up db prepare fixtures generate gen publish deploy release help server data".split(
    " ",
  ),
);

const NAMES: readonly (readonly [RegExp, CheckKind])[] = [
  [/(?:^|-)(?:types?|tsc|typecheck|type-check|types?-check|check-types?|mypy|pyright)(?:-|$)/, "types"],
  [/(?:^|-)(?:lint|eslint|fmt-check|format-check|check-format|check-fmt|style|clippy|vet|stylelint|ruff)(?:-|$)/, "lint"],
  [/(?:^|-)(?:tests?|spec|unit|e2e|integration|coverage)(?:-|$)/, "test"],
  [/^(?:check|checks|verify|ci|validate)(?:-|$)/, "test"],
  [/^(?:build|compile|bundle|assemble|package|all)(?:-|$)/, "build"],
];
