import { type PermissionMode, type RuntimeOptions } from "coxswain";
import { denySecrets, modePolicy, protectedPlaces, rulesPolicy, strictest } from "coxswain/policy";
import { type Settings } from "coxswain/settings";
import type { Configuration } from "./configure.ts";
import { savedAnswers } from "./saved-answers.ts";
import { permissionRules, rulePlaces } from "./permission-rules.ts";
import { sessionProtectedPlaces } from "./protected-places.ts";
import { secretPlaces } from "./secret-places.ts";

/** What runs without a question, as settings or the command line say. */
export const modeOf = ({ permissions = {} }: Settings): PermissionMode => permissions.mode ?? "ask";

/**
 * What tools may do in this folder, and the answers that were kept.
 * @param warn is told, once, why kept answers do not hold.
 * @param mode is asked each time. Default: what settings and the command line say.
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
