/**
 * Programs that plan mode allows: with any options they write nothing, start nothing and do not use the network. Programs
 * for which that depends on the options are below. Paths in their arguments are judged separately. Omitted on purpose:
 * programs with a language (`awk`, `jq`), and programs that show the environment or other processes.
 */
const PLAIN: ReadonlySet<string> = new Set(
  ": basename cat cmp column comm cut df dirname echo expand false fold head hexdump id join nl od paste pwd readlink realpath rev seq sort stat sum tac tail tr true type uname unexpand which whoami".split(
    " ",
  ),
);

const SUMS = ["b2sum", "cksum", "md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum"];

/** Programs that are allowed depending on their arguments. */
const WITH_CARE: ReadonlyMap<string, (words: readonly string[]) => boolean> = new Map([
  ["[", tests],
  ["cd", (words) => words.length === 1 && isOperand(words[0] ?? "-")],
  // It prints the path of a program, and runs nothing.
  ["command", ([option]) => option === "-v" || option === "-V"],
  // Other options set the clock, or print a file.
  ["date", (words) => words.every((word) => /^(?:\+.*|-u|-R|-I\w*|--utc|--iso-8601(?:=\w+)?|--rfc-[\w=-]+)$/s.test(word))],
  ["du", (words) => namesItsFiles(words) && !words.some((word) => /^-[^-]*L|^--de/.test(word))],
  ["egrep", searchesFiles],
  ["fgrep", searchesFiles],
  ["file", (words) => words.every((word) => isOperand(word) || /^(?:-[bihkLN]+|--brief|--mime(?:-type|-encoding)?)$/.test(word))],
  // Names behind links may be in any folder.
  ["find", (words) => namesItsFiles(words) && !words.some((word) => /^-(?:L|follow)$/.test(word))],
  ["git", onlyReadsGit],
  ["grep", searchesFiles],
  ["hostname", (words) => words.length === 0],
  ["ls", (words) => !isRecursive(words) || !words.some((word) => /^-[^-]*L|^--de[a-z]*$/.test(word))],
  // `-v` sets a variable, such as PATH.
  ["printf", ([format = ""]) => isOperand(format)],
  ["rg", (words) => !words.some((word) => /^-[^-]*L/.test(word) || word === "--follow")],
  // Only lines by number: other scripts may write or run something.
  ["sed", ([option, script = "", ...files]) => option === "-n" && /^(?:\d+|\$)(?:,(?:\d+|\$))?p$/.test(script) && files.every(isOperand)],
  ["test", tests],
  // It writes its second operand.
  ["uniq", (words) => words.every((word) => isOperand(word) || /^-[cdDiu]+$/.test(word)) && words.filter(isOperand).length <= 1],
  ["wc", namesItsFiles],
  // With `-c` they read the files that the file names.
  ...SUMS.map((program) => [program, (words: readonly string[]) => !words.some((word) => /^-(?:-c|[^-]*c)/.test(word))] as const),
]);

/** True if a command of these words, all of them known, only reads. */
export const onlyReads = ([program = "", ...words]: readonly string[]): boolean =>
  PLAIN.has(program) || WITH_CARE.get(program)?.(words) === true;

const isOperand = (word: string): boolean => !word.startsWith("-");

/** `-v` and `-R` evaluate their argument, and so may run code. */
function tests(words: readonly string[]): boolean {
  return !words.some((word) => word === "-v" || word === "-R");
}

/** True if it follows no links in the folders that it searches: they may lead to any folder. */
function searchesFiles(words: readonly string[]): boolean {
  return !words.some((word) => /^-[^-]*[RS]/.test(word) || word.startsWith("--de"));
}

const isRecursive = (words: readonly string[]): boolean => words.some((word) => /^-[^-]*R|^--rec/.test(word));

/** A list of files in a file may name any file. */
function namesItsFiles(words: readonly string[]): boolean {
  return !words.some((word) => /^(?:-files0-from$|--f)/.test(word));
}

/** Subcommands that show the repository. Their options that write or run something are unresolved already. */
const SHOWING = new Set([
  "blame",
  "describe",
  "diff",
  "log",
  "ls-files",
  "ls-tree",
  "merge-base",
  "rev-list",
  "rev-parse",
  "shortlog",
  "show",
  "status",
]);

/**
 * Words that check signatures with another program, follow other repositories, show a manual with another program, or
 * compare any files.
 */
const OTHERS = /^--(?:show-si|sub|recurse-s|help$|no-ind)|%G|(?:%\(|^--sort=-?)\*?signature/;

const LISTS_BRANCHES =
  /^(?:-[arv]+|--(?:all|remotes|list|verbose|show-current|merged|no-merged|contains|no-contains)|--(?:sort|format|color|column)=.*)$/s;
const LISTS_TAGS = /^(?:-l|-n\d*|--list|--(?:sort|format|color|column)=.*)$/s;

/** True if a git command only reads its repository. @param all the words after `git` */
function onlyReadsGit(all: readonly string[]): boolean {
  const [subcommand = "", ...words] = all[0] === "--no-pager" ? all.slice(1) : all;
  const [first, ...rest] = words;
  if (words.some((word) => OTHERS.test(word))) return false;
  switch (subcommand) {
    case "branch":
      return lists(words, LISTS_BRANCHES, /^--(?:list|contains|no-contains|merged|no-merged)$/);
    case "tag":
      return lists(words, LISTS_TAGS, /^(?:-l|--list)$/);
    case "remote":
      return first === undefined || (first === "-v" && rest.length === 0) || (first === "get-url" && !rest.some(isOption));
    case "stash":
      return first === "list" || first === "show";
    case "worktree":
      return first === "list";
    default:
      return SHOWING.has(subcommand);
  }
}

/** A name alone creates a branch or tag; with an option that lists, it is a search pattern or a commit. */
const lists = (words: readonly string[], options: RegExp, listing: RegExp): boolean =>
  words.filter(isOption).every((word) => options.test(word)) && (words.every(isOption) || words.some((word) => listing.test(word)));

const isOption = (word: string): boolean => word.startsWith("-");
