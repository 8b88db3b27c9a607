import { onlyReadsGit } from "./reading-git.ts";

/**
 * The programs that a plan may use: whatever options they are given, they write nothing, start nothing and reach no network. What some of their options do besides
 * is refused below; files that they are given are judged by their paths. Left out on purpose: what shows the contents of a folder's files (`rg`, `diff`, `grep -r`),
 * for secrets lie among them and the tools of the same name leave those out; what has a language (`awk`, `jq`); what shows the environment or other processes.
 */
const PLAIN: ReadonlySet<string> = new Set(
  ": basename cat cmp column comm cut df dirname echo expand false fold head hexdump id join ls nl od paste pwd readlink realpath rev seq sort stat sum tac tail tr true type uname unexpand which whoami".split(
    " ",
  ),
);

const SUMS = ["b2sum", "cksum", "md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum"];

/** Those of which it depends on their words, told without the program. */
const WITH_CARE: ReadonlyMap<string, (words: readonly string[]) => boolean> = new Map([
  ["[", tests],
  ["cd", (words) => words.length === 1 && isOperand(words[0] ?? "-")],
  // Told where a program is, it runs nothing.
  ["command", ([option]) => option === "-v" || option === "-V"],
  // Others set the clock, or print the file that they are given.
  ["date", (words) => words.every((word) => /^(?:\+.*|-u|-R|-I\w*|--utc|--iso-8601(?:=\w+)?|--rfc-[\w=-]+)$/s.test(word))],
  ["du", namesItsFiles],
  ["egrep", searchesFiles],
  ["fgrep", searchesFiles],
  ["file", (words) => words.every((word) => isOperand(word) || /^(?:-[bihkLN]+|--brief|--mime(?:-type|-encoding)?)$/.test(word))],
  ["find", namesItsFiles],
  ["git", onlyReadsGit],
  ["grep", searchesFiles],
  ["hostname", (words) => words.length === 0],
  // `-v` sets a variable, as PATH.
  ["printf", ([format = ""]) => isOperand(format)],
  // Lines of a file, by their numbers: all else in its language may write or run.
  ["sed", ([option, script = "", ...files]) => option === "-n" && /^(?:\d+|\$)(?:,(?:\d+|\$))?p$/.test(script) && files.every(isOperand)],
  ["test", tests],
  // The second one it writes.
  ["uniq", (words) => words.every((word) => isOperand(word) || /^-[cdDiu]+$/.test(word)) && words.filter(isOperand).length <= 1],
  ["wc", namesItsFiles],
  // Told to check, they read what the file says.
  ...SUMS.map((program) => [program, (words: readonly string[]) => !words.some((word) => /^-(?:-c|[^-]*c)/.test(word))] as const),
]);

/** Whether a command of these words, of which each is known, only reads. */
export const onlyReads = ([program = "", ...words]: readonly string[]): boolean =>
  PLAIN.has(program) || WITH_CARE.get(program)?.(words) === true;

const isOperand = (word: string): boolean => !word.startsWith("-");

/** What a name is asked for with `-v` and `-R` is worked out, and so may run something. */
function tests(words: readonly string[]): boolean {
  return !words.some((word) => word === "-v" || word === "-R");
}

/** Of files that it names, and not of all in a folder. */
function searchesFiles(words: readonly string[]): boolean {
  return !words.some((word) => /^-[^-]*[rRd]/.test(word) || /^--(?:r|de|di)/.test(word));
}

/** A list of files that is a file may name any. */
function namesItsFiles(words: readonly string[]): boolean {
  return !words.some((word) => /^(?:-files0-from$|--f)/.test(word));
}
