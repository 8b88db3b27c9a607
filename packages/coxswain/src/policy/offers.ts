import type { CommandEffects, PermissionRequest, ShellCommand } from "../loop/index.ts";
import { judge, type Policy } from "./policy.ts";
import { exactCommand, isCommand, originRule, type RulePlaces } from "./rules/index.ts";
import { withSavedRules } from "./saved-rules.ts";

/**
 * The rules that an answer to these requests may save: as narrow as possible, and enough to allow the same requests later.
 * Empty if no rules are enough, such as for a command with unknown words, or if the policy itself asks.
 */
export const offersOf = (requests: readonly PermissionRequest[], policy: Policy, places: RulePlaces): readonly string[] => {
  const isEnough = (rules: readonly string[]): boolean =>
    judge(
      requests,
      withSavedRules(policy, () => rules, places),
    ).verdict === "allow";
  const missing = [...new Set(requests.flatMap((request) => rulesOf(request, policy)))];
  if (isEnough(missing)) return missing;
  // A policy that is not made of rules may not allow parts of a line.
  const all = [...new Set(requests.flatMap((request) => rulesOf(request)))];
  return isEnough(all) ? all : [];
};

/** @param policy parts of a command that it allows need no rule. */
const rulesOf = (request: PermissionRequest, policy: Policy = () => undefined): readonly string[] => {
  const { tool, effect, subject, inside, version } = request;
  if (isCommand(request)) return request.effects === undefined ? [] : rulesOfCommand(request, request.effects, policy);
  switch (effect) {
    case "read":
      return ruleOfPath("read", subject);
    case "write":
      return ruleOfPath("write", inside === true ? folderPattern(subject) : subject);
    case "network":
      return subject.includes("://") ? originRule(subject) : [tool];
    case "execute":
      return tool === "mcp" ? [`mcp(${subject}${version === undefined ? "" : `@${version}`})`] : [tool];
  }
};

const rulesOfCommand = (request: PermissionRequest, { commands, paths }: CommandEffects, policy: Policy): readonly string[] => [
  ...commands
    .flatMap(simpleCommands)
    .filter((command) => policy({ ...request, effects: effectsOf(command) })?.verdict !== "allow")
    .flatMap(({ words }) => exactCommand(words.map(({ text }) => text))),
  ...paths.flatMap(({ path, use, redirect, inside }) =>
    redirect !== true || (use === "read" && inside === true) ? [] : ruleOfPath(use === "read" ? "read" : "write", path),
  ),
];

const effectsOf = (command: ShellCommand): CommandEffects => ({ commands: [command], paths: [], hosts: [], unresolved: [] });

/** The simple commands that run. A transparent wrapper needs no rule. */
const simpleCommands = (command: ShellCommand): readonly ShellCommand[] => {
  if (command.guess === true) return [];
  const isTransparent = command.wraps !== undefined || command.words.length === 0;
  const isSure = command.unresolved.length === 0 && command.words.every(({ kind }) => kind === "known");
  return [...(isTransparent || !isSure ? [] : [command]), ...command.inside.flatMap(simpleCommands)];
};

/** The file's folder, with everything in it. */
const folderPattern = (path: string): string => {
  const folder = path.slice(0, path.lastIndexOf("/"));
  return folder === "" ? path : `${folder}/**`;
};

const ruleOfPath = (use: "read" | "write", path: string): readonly string[] =>
  SPECIAL_CHARACTERS.test(path.replace(/\/\*\*$/, "")) ? [] : [`${use}(${path})`];

/** Characters with a meaning in a rule for paths, and invisible ones. */
const SPECIAL_CHARACTERS = /[*?[\]{}\p{Cc}\p{Cf}]/u;
