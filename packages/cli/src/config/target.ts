import {
  coxHome,
  projectRoot,
  projectSettingsPath,
  SettingsError,
  type SettingsTarget,
  trustStore,
  userSettingsPath,
} from "coxswain/settings";
import { trustPath } from "../configuration/index.ts";
import type { ConfigRequest } from "./config-request.ts";

/** Returns the settings file to use: the user's, or with `--project` the project's. */
export const target = ({ values, surroundings: { env, cwd } }: ConfigRequest): SettingsTarget => {
  if (values.project !== true) return { path: userSettingsPath(coxHome(env)) };
  const project = projectRoot(cwd);
  return { path: projectSettingsPath(project), project };
};

/** Returns the settings file to change. @throws {SettingsError} for an untrusted project, whose file would be read */
export const trustedTarget = (request: ConfigRequest): SettingsTarget => {
  const found = target(request);
  if (found.project !== undefined && !trustStore(trustPath(coxHome(request.surroundings.env))).isTrusted(found.project))
    throw new SettingsError(`${found.path} is not read because the project is not trusted. Review and trust it with \`cox trust\`.`);
  return found;
};
