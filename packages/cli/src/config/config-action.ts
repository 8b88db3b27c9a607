import { UnknownNameError, UsageError } from "../argv/index.ts";
import type { CommandArguments, CONFIG } from "../commands/index.ts";
import type { ExitCode, ProcessContext } from "../process/index.ts";
import type { ConfigAction } from "./request.ts";
import { get, list, path, schema } from "./read-actions.ts";
import { set, unset } from "./write-actions.ts";

/** `cox config`. */
export const configAction = async (
  { values, positionals: [name = "list", ...rest] }: CommandArguments<typeof CONFIG>,
  context: ProcessContext,
): Promise<ExitCode> => {
  const action = ACTIONS.get(name);
  if (action === undefined) throw new UnknownNameError("action", name, [...ACTIONS.keys()]);
  if (values.project === true && !FILE_ACTIONS.has(name))
    throw new UsageError(`--project applies to ${[...FILE_ACTIONS].join(", ")}, not to ${name}`);
  return action({ values, rest, context });
};

/** Actions of `cox config` by name. */
const ACTIONS: ReadonlyMap<string, ConfigAction> = new Map([
  ["list", list],
  ["get", get],
  ["set", set],
  ["unset", unset],
  ["path", path],
  ["schema", schema],
]);

/** Actions on a settings file instead of the effective settings. */
const FILE_ACTIONS: ReadonlySet<string> = new Set(["set", "unset", "path"]);
