import { UsageError } from "../argv/index.ts";
import { chooseModel, configure, NoModelError } from "../configuration/index.ts";
import { confirm, EXIT, type ExitCode, isInteractive, type ProcessContext } from "../process/index.ts";
import type { TaskLocation } from "./task-location.ts";
import type { TaskValues } from "./task-values.ts";

/** `cox` without a task: prints the help at a terminal, or offers the tour if no model is available. */
export const noTask = async (
  values: TaskValues,
  { cwd }: TaskLocation,
  surroundings: ProcessContext,
  help: () => string,
): Promise<ExitCode> => {
  const { stdout, stderr, env } = surroundings;
  if (Object.keys(values).length > 0 || !isInteractive(surroundings))
    throw new UsageError('no task given. Try: cox "fix the failing test"');
  if (!(await hasModel(cwd, env))) {
    stderr.write("No API key and no local model server found. Run `cox doctor` for details.\n");
    if (await confirm(surroundings, "Take the tour, in which a scripted model fixes a small project?")) {
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
