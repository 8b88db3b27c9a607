import { type PermissionMode, type RuntimeOptions } from "coxswain";
import { denySecrets, modePolicy, protectedPlaces, rulesPolicy, strictest } from "coxswain/policy";
import { type Settings } from "coxswain/settings";
import type { Configuration } from "./configure.ts";
import { savedAnswers } from "./saved-answers.ts";
import { permissionRules, rulePlaces } from "./permission-rules.ts";
import { sessionProtectedPlaces } from "./protected-places.ts";
import { secretPlaces } from "./secret-places.ts";

/** Returns the permission mode of the settings or the command line. */
export const modeOf = ({ permissions = {} }: Settings): PermissionMode => permissions.mode ?? "ask";

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
      protectedPlaces(sessionProtectedPlaces(configuration, cwd)),
      (request) => modePolicy(mode())(request),
      rulesPolicy(permissionRules(settings), rulePlaces(cwd)),
    ),
    answers: savedAnswers(configuration, warn),
  };
};
