import type { Workspace } from "../../workspace/index.ts";
import type { InstructionFilesOptions } from "./instruction-files-options.ts";
import { SessionInstructions } from "./session-instructions.ts";

/** Files for agents, as `findInstructions` found them. */
export interface FoundInstructions {
  /** Absolute paths, the nearest file last. */
  readonly files: readonly string[];
  /** What is not read, or not told whole, and why. */
  readonly warnings: readonly string[];
}

/** The files for agents that a session in a workspace would be told of when it begins. */
export const findInstructions = async (workspace: Workspace, options: InstructionFilesOptions): Promise<FoundInstructions> => {
  const warnings: string[] = [];
  const { files } = await new SessionInstructions(workspace, options, (warning) => warnings.push(warning)).load();
  return { files: files.map(({ path }) => path), warnings };
};
