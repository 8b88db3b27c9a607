import type { CommandEffects, PermissionRequest, ShellCommand } from "../loop/index.ts";
import { onlyReads } from "./reading-programs.ts";
import type { Policy } from "./policy.ts";
import { isCommand } from "./rules/index.ts";

/**
 * Allows commands that only read inside the session's folder. Open if they do, but may run other programs because of
 * configuration that the command does not show, or show files with secrets.
 */
export const readingCommands = (): Policy => (request) => {
  if (!isCommand(request)) return undefined;
  const reading = judgeReading(request);
  return reading.kind === "changes" ? undefined : { verdict: reading.kind === "reads" ? "allow" : "open", reason: reading.reason };
};

/** The judgement of a command. `changes`: it may do more than read. `open`: it reads, but may run other programs or show secrets. */
export interface Reading {
  readonly kind: "reads" | "open" | "changes";
  /** A clause. */
  readonly reason: string;
}

/** Judges whether a command only reads inside the session's folder. */
export const judgeReading = ({ effects, confined }: PermissionRequest): Reading => {
  const fault = effects === undefined ? "the command was not parsed" : faultIn(effects);
  if (effects === undefined || fault !== undefined) return { kind: "changes", reason: fault ?? "" };
  // A sandbox hides files with secrets.
  const open = configuredReason(effects) ?? (confined === true ? undefined : secretsReason(effects));
  return open === undefined ? { kind: "reads", reason: "it only reads inside the session's folder" } : { kind: "open", reason: open };
};

const secretsReason = ({ paths }: CommandEffects): string | undefined => {
  const found = paths.find(({ holdsSecrets }) => holdsSecrets === true);
  return found === undefined ? undefined : `${found.path} contains files with secrets, which it would read too`;
};

/** Programs that run others if their configuration names them. The repository is one place of git's, and it may come from anyone. */
const CONFIGURABLE = new Set(["git", "rg"]);

const configuredReason = ({ commands, configured }: CommandEffects): string | undefined => {
  const program = commands
    .flatMap(run)
    .map(({ words }) => words[0]?.text ?? "")
    .find((name) => CONFIGURABLE.has(name) && (configured === undefined || configured.some((one) => one.program === name)));
  if (program === undefined) return undefined;
  const reasons = (configured ?? []).flatMap((one) => (one.program === program ? [one.reason] : []));
  if (reasons.length === 0) return `${program} may run programs that its configuration names, which is not known`;
  const more = reasons.length - SHOWN_REASONS;
  return `${program} may run other programs here: ${reasons.slice(0, SHOWN_REASONS).join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
};

const SHOWN_REASONS = 3;

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
