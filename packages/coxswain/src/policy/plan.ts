import type { CommandEffects, PermissionRequest, ShellCommand } from "../loop/index.ts";
import type { Judgement, Policy } from "./policy.ts";
import { isCommand } from "./rules/index.ts";
import { onlyReads } from "./reading-programs.ts";

/**
 * Allows reading inside the session's folder, and denies everything that may change something. The network is left open, so
 * the gate asks about it.
 */
export const planPolicy = (): Policy => (request) => {
  const { effect, inside } = request;
  if (isCommand(request)) return ofCommand(request);
  if (effect === "write" || effect === "execute") return denied("");
  return effect === "read" && inside === true ? READ : undefined;
};

const READ: Judgement = { verdict: "allow", reason: "reading inside the session's folder is allowed" };

const denied = (why: string): Judgement => ({
  verdict: "deny",
  reason: `plan mode allows only reading${why === "" ? "" : `, and ${why}`}; describe what you would do instead of doing it`,
});

const ofCommand = ({ effects, confined }: PermissionRequest): Judgement => {
  if (effects === undefined) return denied("the command was not parsed");
  const fault = faultIn(effects);
  if (fault !== undefined) return denied(fault);
  return confined !== true && effects.commands.flatMap(run).some(isGit)
    ? GIT
    : { verdict: "allow", reason: "it only reads inside the session's folder" };
};

/** The repository decides which programs git runs, and it may come from anyone. */
const GIT: Judgement = {
  verdict: "open",
  reason: "git runs programs that the repository's configuration names, and it is not in a sandbox",
};

const isGit = ({ words }: ShellCommand): boolean => words[0]?.text === "git";

/** The reason why a line may do more than read inside the session's folder. */
const faultIn = ({ commands, paths, hosts, unresolved }: CommandEffects): string | undefined => {
  const simple = commands.flatMap(run);
  const moves = simple.filter(({ words }) => words[0]?.text === "cd");
  const written = paths.find(({ use }) => use === "write");
  const outside = paths.find(({ inside }) => inside === false);
  const [more] = simple.flatMap(unresolvedEffects);
  if (unresolved[0] !== undefined) return unresolved[0];
  if (simple.length === 0) return "it does not run a program";
  if (more !== undefined) return more;
  if (written !== undefined) return `it writes ${written.path}`;
  if (outside !== undefined) return `${outside.path} is outside the session's folder`;
  if (hosts[0] !== undefined) return `it names the host ${hosts[0]}`;
  // The target of a second `cd` is unchecked, and git runs programs that its folder names.
  if (moves.length > 1 || (moves.length > 0 && simple.some(isGit))) return "it changes the folder";
  // The workspace has not located them.
  if (paths.length > 0 && !paths.some(({ inside }) => inside === true)) return "the location of its files is not known";
  return undefined;
};

/** The commands that run. Wrappers that only limit a command or pass it on are omitted. */
const run = (command: ShellCommand): readonly ShellCommand[] => {
  const isWrapper = (command.wraps ?? 0) > 0 && WRAPPERS.has(command.words[0]?.text ?? "") && command.unresolved.length === 0;
  return [...(isWrapper ? [] : [command]), ...command.inside.flatMap(run)];
};

const WRAPPERS = new Set(["builtin", "command", "nice", "timeout"]);

/** Reasons why a command may do more than read. */
const unresolvedEffects = ({ words, unresolved: [unresolved] }: ShellCommand): readonly string[] => {
  const texts = words.map(({ text }) => text);
  const open = words.findIndex(({ kind }) => kind !== "known");
  if (unresolved !== undefined) return [unresolved.reason];
  if (open !== -1) return [`the words after ${shown(texts.slice(0, open + 1))} are not known in advance`];
  return onlyReads(texts) ? [] : [`${shown(texts)} is not on the list of commands that only read`];
};

const shown = (words: readonly string[]): string => JSON.stringify(words.join(" ").slice(0, 60));
