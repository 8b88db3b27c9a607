import type { CommandWord, PathUse } from "../../loop/index.ts";
import { usesOf } from "./word-paths.ts";

type Words = readonly CommandWord[];

/** Options before the subcommand that take a value. */
const GLOBAL = /^(?:-[cC]|--(?:git-dir|work-tree|namespace|exec-path|super-prefix|config-env|attr-source))$/;
/** Subcommands that only read the files they name. */
const READING = new Set(
  "add annotate blame branch cat-file check-attr cherry commit count-objects describe diff diff-files diff-index diff-tree for-each-ref fsck grep hash-object help log ls-files ls-remote ls-tree merge-base name-rev notes push rev-list rev-parse shortlog show show-branch show-ref stage status tag var verify-commit version whatchanged".split(
    " ",
  ),
);
const MESSAGES = /^(?:-[a-zA-Z]*m|--(?:message|author|date|format|grep|trailer))$/;
/** Options whose value is not a path. */
const TEXTS = /^(?:--(?:message|author|committer|date|since|until|after|before|format|pretty|grep|trailer)=|-[SG].)/;

/** True if a word is a message, a date or a pattern, not a path. */
export const isGitText = (rest: Words, at: number): boolean => TEXTS.test(rest[at]?.text ?? "") || MESSAGES.test(rest[at - 1]?.text ?? "");

/** Options that name an output file. */
const OUTPUT = /^--out[a-z-]*(=.+)?$/s;

/** Paths that git uses: those in its arguments, and its own files. */
export const gitUses = (rest: Words): readonly PathUse[] => {
  const at = rest.findIndex(({ text }, place) => !text.startsWith("-") && !GLOBAL.test(rest[place - 1]?.text ?? ""));
  if (at === -1) return [];
  const subcommand = rest[at]?.text ?? "";
  const words = rest.slice(at + 1).filter((_, place, all) => !isGitText(all, place));
  const use = useOf(subcommand, words[0]?.text ?? "");
  const whole = comparesFolders(subcommand, words);
  const files = words.flatMap((word, place) =>
    usesOf(word, isOutput(subcommand, word, words[place - 1]?.text ?? "") ? ["write"] : [use], whole),
  );
  return [
    ...rest.slice(0, at).flatMap((word) => usesOf(word, ["either"])),
    ...(NO_FILES.has(subcommand) ? [] : files),
    ...ownFiles(subcommand, words),
  ];
};

/** Outside of a repository, and with `--no-index`, `git diff` compares any two files or folders. */
const comparesFolders = (subcommand: string, words: Words): boolean =>
  subcommand === "diff" &&
  (words.some(({ text }) => text.startsWith("--no-ind")) || words.filter(({ text }) => text === "-" || !text.startsWith("-")).length === 2);

const isOutput = (subcommand: string, { text }: CommandWord, before: string): boolean =>
  OUTPUT.exec(text)?.[1] !== undefined || (before === "-o" && WITH_OUTPUT.has(subcommand)) || /^--out[a-z-]*$/.test(before);

const WITH_OUTPUT = new Set(["archive", "format-patch"]);

/** Subcommands whose arguments are not paths of files. */
const NO_FILES = new Set([
  "check-ignore",
  "config",
  "remote",
  "fetch",
  "pull",
  "merge",
  "rebase",
  "switch",
  "bisect",
  "cherry-pick",
  "revert",
]);

const useOf = (subcommand: string, first: string): PathUse["use"] => {
  if (READING.has(subcommand) || (subcommand === "worktree" && first === "list")) return "read";
  return WRITING.has(subcommand) ? "write" : "either";
};

const WRITING = new Set(["apply", "checkout", "checkout-index", "clean", "clone", "init", "mv", "restore", "rm", "worktree"]);

const CONFIG_READING =
  /^(?:--(?:get|get-all|get-regexp|get-urlmatch|get-color|get-colorbool|list|name-only|show-origin|show-scope)|-l|get|list)$/;

/** Files that git uses without naming them. */
const ownFiles = (subcommand: string, words: Words): readonly PathUse[] => {
  const operands = words.filter(({ text }) => !text.startsWith("-"));
  const has = (pattern: RegExp): boolean => words.some(({ text }) => pattern.test(text));
  const first = operands[0]?.text ?? "";
  switch (subcommand) {
    case "config": {
      const file = words.findIndex(({ text }) => /^(?:-f|--file)$/.test(text));
      const named = words.map(({ text }) => /^--file=(.+)$/s.exec(text)?.[1]).find((path) => path !== undefined);
      const path = named ?? words[file === -1 ? -1 : file + 1]?.text ?? configPlace(has);
      const reads =
        has(CONFIG_READING) ||
        (operands.length - (file === -1 ? 0 : 1) < 2 && !has(/^--(?:un|re|add|edit)|^-e$/) && !/^(?:set|unset|edit|re)/.test(first));
      return [{ path, use: reads ? "read" : "write" }];
    }
    case "remote":
      return /^(?:add|set-|re|rm|prune$)/.test(first) && first !== "prune" ? [{ path: ".git/config", use: "write" }] : [];
    case "submodule":
      return /^(?:add|set-|init|sync|absorb|deinit|foreach$)/.test(first) && first !== "foreach"
        ? [
            { path: ".gitmodules", use: "write" },
            { path: ".git/config", use: "write" },
          ]
        : [];
    case "lfs":
      return /^(?:install|uninstall)$/.test(first) ? [{ path: ".git/hooks", use: "write" }] : [];
    case "maintenance":
      return /^(?:start|register)$/.test(first) ? [{ path: "~/.gitconfig", use: "write" }] : [];
    default:
      return [];
  }
};

const configPlace = (has: (pattern: RegExp) => boolean): string => {
  if (has(/^--glo/)) return "~/.gitconfig";
  if (has(/^--sys/)) return "/etc/gitconfig";
  return has(/^--work/) ? ".git/config.worktree" : ".git/config";
};
