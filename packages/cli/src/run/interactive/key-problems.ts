import type { Keymap } from "../../screen/index.ts";
import type { TaskParts } from "../prepare-task.ts";
import { type BuiltInNames, slashFault, slashNameOf } from "../unknown-slash.ts";

/** Describes the keys whose command does not exist here, one sentence each. Reads templates and skills only if there may be some. */
export const keyProblems = async (
  { rows }: Pick<Keymap, "rows">,
  { invocable, extensions }: Pick<TaskParts, "invocable" | "extensions">,
  names: BuiltInNames,
): Promise<readonly string[]> => {
  const commands = rows.flatMap(({ action, keys }) => {
    const name = action.startsWith("/") ? slashNameOf(action) : undefined;
    return name === undefined || names.builtIn.includes(name) ? [] : [{ name, keys }];
  });
  if (commands.length === 0) return [];
  const resources = await invocable();
  return commands.flatMap(({ name, keys }) => {
    const fault = slashFault(name, resources, extensions, names);
    return fault === undefined ? [] : [`key ${keys.join(", ")}: ${fault}`];
  });
};
