import { UsageError } from "../argv/index.ts";
import { chooseModel, configure, NoModelError } from "../configuration/index.ts";
import { agrees, EXIT, type ExitCode, isPersonThere, type ProcessContext } from "../process/index.ts";
import type { Place } from "./place.ts";
import type { TaskValues } from "./task-values.ts";

/** What `cox` does when it is told nothing: at a terminal it helps on, or offers the tour where there is no model to ask. */
export const noTask = async (values: TaskValues, { cwd }: Place, surroundings: ProcessContext, help: () => string): Promise<ExitCode> => {
  const { stdout, stderr, env } = surroundings;
  if (Object.keys(values).length > 0 || !isPersonThere(surroundings))
    throw new UsageError('there is nothing to do: say what, as cox "Mend the failing test"');
  if (!(await hasModel(cwd, env))) {
    stderr.write("There is neither an API key nor a local model server here, which `cox doctor` tells more of.\n");
    if (await agrees(surroundings, "Take the tour, in which a scripted model mends a small project?")) {
      const { tourAction } = await import("../tour/index.ts");
      return tourAction({ values: {}, positionals: [] }, surroundings);
    }
  }
  stdout.write(help());
  return EXIT.done;
};

const hasModel = async (cwd: string, env: ProcessContext["env"]): Promise<boolean> => {
  try {
    await chooseModel(await configure({ env, cwd }));
    return true;
  } catch (error) {
    if (error instanceof NoModelError) return false;
    throw error;
  }
};
