import {
  coxHome,
  projectRoot,
  projectSettingsPath,
  SettingsError,
  type SettingsTarget,
  trustStore,
  userSettingsPath,
} from "coxswain/settings";
import type { CommandArguments, CONFIG } from "../commands/index.ts";
import type { ExitCode, ProcessContext } from "../process/index.ts";
import { UsageError } from "../argv/index.ts";
import { trustPath } from "../configuration/index.ts";

/** The request of one action of `cox config`. */
export interface ConfigRequest {
  readonly values: CommandArguments<typeof CONFIG>["values"];
  /** Arguments after the action's name. */
  readonly rest: readonly string[];
  readonly context: ProcessContext;
}

export type ConfigAction = (request: ConfigRequest) => Promise<ExitCode>;

/** Returns an action's arguments, one for each name. @throws {UsageError} */
export const expectArguments = <const Names extends readonly string[]>(
  rest: readonly string[],
  names: Names,
): { readonly [At in keyof Names]: string } => {
  const missing = names[rest.length];
  if (missing !== undefined) throw new UsageError(`missing argument: ${missing}`);
  const tooMany = rest[names.length];
  if (tooMany !== undefined) throw new UsageError(`unexpected argument: ${tooMany}`);
  // The length equals that of the names.
  return rest as unknown as { readonly [At in keyof Names]: string };
};

/** Returns the settings file to use: the user's, or with `--project` the project's. */
export const target = ({ values, context: { env, cwd } }: ConfigRequest): SettingsTarget => {
  if (values.project !== true) return { path: userSettingsPath(coxHome(env)) };
  const project = projectRoot(cwd);
  return { path: projectSettingsPath(project), project };
};

/** Returns the settings file to change. @throws {SettingsError} for an untrusted project, whose file would be read */
export const trustedTarget = (request: ConfigRequest): SettingsTarget => {
  const found = target(request);
  if (found.project !== undefined && !trustStore(trustPath(coxHome(request.context.env))).isTrusted(found.project))
    throw new SettingsError(`${found.path} is not read because the project is not trusted. Review and trust it with \`cox trust\`.`);
  return found;
};
