import type { CommandEffects, PermissionRequest, ShellCommand } from "../../loop/index.ts";
import type { Judgement, Policy } from "../policy.ts";
import { isCommand } from "../rules/index.ts";
import { onlyReads } from "./reading-programs.ts";

/** Lets run what only reads inside the session's folder, and denies whatever may change something. The network is left open, and so asked. */
export const planPolicy = (): Policy => (request) => {
  const { effect, inside } = request;
  if (isCommand(request)) return ofCommand(request);
  if (effect === "write" || effect === "execute") return denied("");
  return effect === "read" && inside === true ? READ : undefined;
};

const READ: Judgement = { verdict: "allow", reason: "reading inside the session's folder is allowed" };

const denied = (why: string): Judgement => ({
  verdict: "deny",
  reason: `plan mode only reads${why === "" ? "" : `, and ${why}`}; say what you would do instead of doing it`,
});

const ofCommand = ({ effects, confined }: PermissionRequest): Judgement => {
  if (effects === undefined) return denied("the command was not read");
  const fault = faultIn(effects);
  if (fault !== undefined) return denied(fault);
  return confined !== true && effects.commands.flatMap(run).some(isGit)
    ? GIT
    : { verdict: "allow", reason: "it only reads inside the session's folder" };
};

/** What it reads is decided by the folder that it is in, and a repository may come from anybody. */
const GIT: Judgement = { verdict: "open", reason: "git runs what the repository's own configuration names, and no sandbox holds it" };

const isGit = ({ words }: ShellCommand): boolean => words[0]?.text === "git";

/** Why a line may do more than read inside the session's folder. */
const faultIn = ({ commands, paths, hosts, unresolved }: CommandEffects): string | undefined => {
  const simple = commands.flatMap(run);
  const moves = simple.filter(({ words }) => words[0]?.text === "cd");
  const written = paths.find(({ use }) => use === "write");
  const outside = paths.find(({ inside }) => inside === false);
  const [more] = simple.flatMap(doesMore);
  if (unresolved[0] !== undefined) return unresolved[0];
  if (simple.length === 0) return "it runs no program";
  if (more !== undefined) return more;
  if (written !== undefined) return `it writes ${written.path}`;
  if (outside !== undefined) return `${outside.path} is outside the session's folder`;
  if (hosts[0] !== undefined) return `it names the host ${hosts[0]}`;
  // Where two of them lead nobody has looked, and git runs what the folder that it is in tells it to.
  if (moves.length > 1 || (moves.length > 0 && simple.some(isGit))) return "it changes the folder";
  // Nobody has looked where they are.
  if (paths.length > 0 && !paths.some(({ inside }) => inside === true)) return "where its files lie is not known";
  return undefined;
};

/** What runs in the end. Wrappers that only bound or pass on what they run count for that alone. */
const run = (command: ShellCommand): readonly ShellCommand[] => {
  const isWrapper = (command.wraps ?? 0) > 0 && WRAPPERS.has(command.words[0]?.text ?? "") && command.unresolved.length === 0;
  return [...(isWrapper ? [] : [command]), ...command.inside.flatMap(run)];
};

const WRAPPERS = new Set(["builtin", "command", "nice", "timeout"]);

/** Why a command may do more than read. */
const doesMore = ({ words, unresolved: [doubt] }: ShellCommand): readonly string[] => {
  const texts = words.map(({ text }) => text);
  const open = words.findIndex(({ kind }) => kind !== "known");
  if (doubt !== undefined) return [doubt.reason];
  if (open !== -1) return [`how ${shown(texts.slice(0, open + 1))} goes on is not known before`];
  return onlyReads(texts) ? [] : [`${shown(texts)} is none of the commands that only read`];
};

const shown = (words: readonly string[]): string => JSON.stringify(words.join(" ").slice(0, 60));
