import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CommandReader, judge, type Policy, rulesPolicy, type Ruling } from "../index.ts";

/** What the corpus is judged by. */
const CORPUS_RULES = {
  allow: "git status,git log,git diff,git push,npm test,npm run build,ls,cat,head,tail,echo,grep,wc,rm,find,true,test"
    .split(",")
    .map((command) => `bash(${command})`),
  deny: ["bash(rm -rf)", "bash(git push --force)", "read(~/.ssh/**)", "fetch(evil.org)"],
};
export const corpusPolicy = (): Policy => rulesPolicy(CORPUS_RULES, { home: "/home/ada", folder: "/work" });

/** The commands of a table, a line each; ⏎ is the end of a line, and "#: " begins what is said about them. */
export const corpus = (name: string): readonly string[] =>
  readFileSync(join(import.meta.dirname, "corpus", `${name}.txt`), "utf8")
    .split("\n")
    .slice(0, -1)
    .filter((line) => !line.startsWith("#: "))
    .map((line) => line.replaceAll("⏎", "\n"));

/** What a policy says of a command line, in a folder whose files are where their names say. */
export const ruledCommand = (command: string, policy: Policy, read: CommandReader): Ruling => {
  const { paths, ...effects } = read(command);
  const placed = paths.map((use) => ({ ...use, inside: !/^[/~]|\.\./.test(use.path) }));
  return judge([{ tool: "bash", effect: "execute", subject: command, shell: "bash", effects: { ...effects, paths: placed } }], policy);
};
