import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandEffects, PermissionRequest } from "../../loop/index.ts";
import type { CommandReader } from "../shell/index.ts";
import { judge, type Ruling } from "../judge.ts";
import type { Policy } from "../policy.ts";
import { rulesPolicy } from "./rules-policy.ts";

/** What the corpus is judged by. */
const CORPUS_RULES = {
  allow: "git status,git log,git diff,git push,npm test,npm run build,ls,cat,head,tail,echo,grep,wc,rm,find,true,test"
    .split(",")
    .map((command) => `bash(${command})`),
  deny: ["bash(rm -rf)", "bash(git push --force)", "read(~/.ssh/**)", "fetch(evil.org)"],
};
export const corpusPolicy = (): Policy => rulesPolicy(CORPUS_RULES, { home: "/home/ada", folder: "/work" });

/** A row: a command line, and in those to be denied the condition under which a shell shows why: what was said before it, and what comes after. */
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

/** The commands of a table, a line each; ⏎ is the end of a line, and "#: " begins what is said about them. */
export const corpus = (name: string): readonly string[] => rows(name).map(({ command }) => command);

/** The commands of a table, with what stands around those that do harm only so. */
export const corpusScripts = (name: string): readonly string[] =>
  rows(name).map(({ command, before, after }) => [before, command, after].filter((part) => part !== undefined).join("\n"));

/** What stands around them, alone. */
export const corpusConditions = (name: string): readonly string[] =>
  rows(name).flatMap(({ before, after }) => (before === undefined && after === undefined ? [] : [`${before ?? ""}\n:\n${after ?? ""}`]));

/** What is asked for by a command line with these effects, in a folder whose files are where their names say. */
export const requestOf = (command: string, { paths, ...effects }: CommandEffects): PermissionRequest => {
  const placed = paths.map((use) => ({ ...use, inside: !/^[/~]|\.\./.test(use.path) }));
  return { tool: "bash", effect: "execute", subject: command, shell: "bash", effects: { ...effects, paths: placed } };
};

/** What a policy says of it. */
export const ruledCommand = (command: string, policy: Policy, read: CommandReader): Ruling =>
  judge([requestOf(command, read(command))], policy);
