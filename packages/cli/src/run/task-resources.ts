import { type RuntimeOptions } from "coxswain";
import { projectResources } from "coxswain/session";
import { type ExtensionNames, type Configuration, resourcePlaces } from "../configuration/index.ts";

/** Loads the skills and prompt templates of a task's session and reports warnings about them. */
export const taskResources = (
  configuration: Configuration,
  cwd: string,
  tell: (line: string) => void,
  besides: ExtensionNames,
): NonNullable<RuntimeOptions["resources"]> => {
  const load = projectResources(resourcePlaces(configuration, cwd, besides));
  return async (workspace) => {
    const resources = await load(workspace);
    const [first, ...more] = resources.warnings;
    if (first !== undefined) tell(more.length === 0 ? first : `${first} ${more.length} more warnings: run \`cox skills\`.`);
    return resources;
  };
};
