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

const LISTS_BRANCHES =
  /^(?:-[arv]+|--(?:all|remotes|list|verbose|show-current|merged|no-merged|contains|no-contains)|--(?:sort|format|color|column)=.*)$/s;
const LISTS_TAGS = /^(?:-l|-n\d*|--list|--(?:sort|format|color|column)=.*)$/s;

/** True if a git command only reads its repository. @param all the words after `git` */
export const onlyReadsGit = (all: readonly string[]): boolean => {
  const [subcommand = "", ...words] = all[0] === "--no-pager" ? all.slice(1) : all;
  const [first, ...rest] = words;
  switch (subcommand) {
    case "branch":
      return lists(words, LISTS_BRANCHES);
    case "tag":
      return lists(words, LISTS_TAGS);
    case "remote":
      return first === undefined || (first === "-v" && rest.length === 0) || (first === "get-url" && !rest.some(isOption));
    case "stash":
      return first === "list" || first === "show";
    case "worktree":
      return first === "list";
    default:
      return SHOWING.has(subcommand);
  }
};

/** A name alone creates a branch or tag; with `--list` it is a search pattern. */
const lists = (words: readonly string[], options: RegExp): boolean =>
  words.filter(isOption).every((word) => options.test(word)) && (words.every(isOption) || words.includes("--list"));

const isOption = (word: string): boolean => word.startsWith("-");
