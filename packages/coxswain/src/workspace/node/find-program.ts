import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

/** Finds a program on the path. Skips relative folders, in which a project could plant a program. */
export const findProgram = async (name: string, path: string): Promise<string | undefined> => {
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const program = join(folder, name);
    const runs = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs) return program;
  }
  return undefined;
};
