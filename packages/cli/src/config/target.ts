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

/** The file that is meant: the person's own, or with `--project` the project's. */
export const target = ({ values, surroundings: { env, cwd } }: ConfigRequest): SettingsTarget => {
  if (values.project !== true) return { path: userSettingsPath(coxHome(env)) };
  const project = projectRoot(cwd);
  return { path: projectSettingsPath(project), project };
};

/** The same to be changed. @throws {SettingsError} for the file of a project that is not trusted: it would have to be read. */
export const trustedTarget = (request: ConfigRequest): SettingsTarget => {
  const found = target(request);
  if (found.project !== undefined && !trustStore(trustPath(coxHome(request.surroundings.env))).isTrusted(found.project))
    throw new SettingsError(`${found.path} is not read because the project is not trusted. Review and trust it with \`cox trust\`.`);
  return found;
};
