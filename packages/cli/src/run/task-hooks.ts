import { hookRegistry, type HookRegistry } from "coxswain/hooks";
import { type Configuration, configuredHooks } from "../configuration/index.ts";

/** Loads the hooks of a task's runs and reports warnings about them. Undefined when there are none. */
export const taskHooks = async (
  configuration: Configuration,
  tools: () => readonly string[],
  tell: (line: string) => void,
): Promise<HookRegistry | undefined> => {
  const { hooks, warnings } = await configuredHooks(configuration, { tools });
  const [first, ...more] = warnings;
  if (first !== undefined) tell(more.length === 0 ? first : `${first} ${more.length} more warnings: run \`cox hooks\`.`);
  return hooks.length === 0 ? undefined : hookRegistry(hooks.map(({ hook }) => hook));
};
