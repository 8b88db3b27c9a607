import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandEffects, PermissionRequest } from "../../loop/index.ts";
import type { CommandReader } from "../shell/index.ts";
import { judge, type Ruling, type Policy } from "../policy.ts";
import { rulesPolicy } from "./rules-policy.ts";

/** The rules that judge the corpus. */
const CORPUS_RULES = {
  allow: "git status,git log,git diff,git push,npm test,npm run build,ls,cat,head,tail,echo,grep,wc,rm,find,true,test"
    .split(",")
    .map((command) => `bash(${command})`),
  deny: ["bash(rm -rf)", "bash(git push --force)", "read(~/.ssh/**)", "fetch(evil.org)"],
};
export const corpusPolicy = (): Policy => rulesPolicy(CORPUS_RULES, { home: "/home/ada", folder: "/work" });

/** A row: a command line. In the tables of denied commands also the lines before and after it that a shell needs to show why. */
const ROW = /^(.*?)(?: {4}given (.*?))?(?: {4}then (.*))?$/;

interface Row {
  readonly command: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const rows = (name: string): readonly Row[] =>
  readFileSync(join(import.meta.dirname, "corpus", `${name}.txt`), "utf8")
    .split("\n")
    .slice(0, -1)
    .filter((line) => !line.startsWith("#: "))
    .map((line) => {
      const [, command = "", before, after] = (ROW.exec(line) ?? []).map((part) => part?.replaceAll("⏎", "\n"));
      return { command, before, after };
    });

/** The commands of a table, one per line; ⏎ is a line break, and "#: " begins a comment. */
export const corpus = (name: string): readonly string[] => rows(name).map(({ command }) => command);

/** The commands of a table, with the lines around them. */
export const corpusScripts = (name: string): readonly string[] =>
  rows(name).map(({ command, before, after }) => [before, command, after].filter((part) => part !== undefined).join("\n"));

/** Only the lines around the commands of a table. */
export const corpusConditions = (name: string): readonly string[] =>
  rows(name).flatMap(({ before, after }) => (before === undefined && after === undefined ? [] : [`${before ?? ""}\n:\n${after ?? ""}`]));

/** The permission request of a command line with these effects, in a folder without links. */
export const requestOf = (command: string, { paths, ...effects }: CommandEffects): PermissionRequest => {
  const placed = paths.map((use) => ({ ...use, inside: !/^[/~]|\.\./.test(use.path) }));
  return { tool: "bash", effect: "execute", subject: command, shell: "bash", effects: { ...effects, paths: placed } };
};

/** A policy's ruling on a command. */
export const ruledCommand = (command: string, policy: Policy, read: CommandReader): Ruling =>
  judge([requestOf(command, read(command))], policy);
