import { homedir } from "node:os";
import { join } from "node:path";
import type { PermissionMode, RuntimeOptions } from "coxswain";
import {
  denySecrets,
  modePolicy,
  protectedPlaces,
  rulesPolicy,
  strictest,
  type RuleLists,
  type RulePlaces,
  type SavedAnswers,
  type ProtectedPlaces,
} from "coxswain/policy";
import { type Settings, type AnswerLocation, answerStore, type AnswerStore, projectRoot } from "coxswain/settings";
import { projectIdentity } from "coxswain/tools";
import type { Configuration } from "./configure.ts";
import { secretPlaces, realPath, worktreesFolder } from "./paths.ts";

/** Returns the permission mode of the settings or the command line. */
export const modeOf = ({ permissions = {} }: Settings): PermissionMode => permissions.mode ?? "ask";

/** Permission rules of the settings, including the tool names in `allow`. */
export const permissionRules = ({ allow = [], permissions = {} }: Settings): RuleLists => ({
  ask: permissions.ask ?? [],
  deny: permissions.deny ?? [],
  allow: [...allow, ...(permissions.allow ?? [])],
});

/**
 * Builds the permission policy of a folder, with the saved answers.
 * @param warn reports once why saved answers are ignored
 * @param mode is read for each call. Default: the mode of the settings or the command line
 * @throws {RuleError}
 */
export const permissions = (
  configuration: Configuration,
  cwd: string,
  warn: (line: string) => void,
  mode: () => PermissionMode = () => modeOf(configuration.settings),
): Required<Pick<RuntimeOptions, "policy" | "answers">> => {
  const { settings } = configuration;
  return {
    policy: strictest(
      denySecrets(secretPlaces(configuration)),
      protectedPlaces(protectedPaths(configuration, cwd)),
      (request) => modePolicy(mode())(request),
      rulesPolicy(permissionRules(settings), rulePlaces(cwd)),
    ),
    answers: savedAnswers(configuration, warn),
  };
};

/** The folders that paths in rules are relative to. */
const rulePlaces = (cwd: string): RulePlaces => ({ home: realPath(homedir()), folder: realPath(cwd) });

/**
 * Returns the protected paths of a session in this folder, links resolved: files that run code, including Coxswain's
 * own.
 */
const protectedPaths = ({ home }: Pick<Configuration, "home">, cwd: string): ProtectedPlaces => ({
  home: realPath(homedir()),
  folder: realPath(cwd),
  also: [realPath(home.config), realPath(home.data)],
  worktreeFolders: [realPath(worktreesFolder({ home }))],
});

/** The user's saved answers, which outlive a session. */
export const userAnswers = ({ home }: Pick<Configuration, "home">): AnswerStore => answerStore(join(home.data, "answers.jsonl"));

/** Identifies a folder's project for saved answers: by its real path and by its repository. */
export const answerPlace = (cwd: string): AnswerLocation => {
  const folder = projectRoot(cwd);
  return { folder, project: projectIdentity(folder) };
};

/** Returns the saved answers for a session by its folder. */
const savedAnswers =
  (configuration: Pick<Configuration, "home">, warn: (line: string) => void) =>
  (cwd: string): SavedAnswers =>
    userAnswers(configuration).of(() => answerPlace(cwd), warn);
