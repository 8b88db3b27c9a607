import { truncateFiles } from "./fit-files.ts";
import { instructionBlocks } from "./instruction-blocks.ts";
import { type InstructionFile, instructionFileIn, type InstructionReading } from "./instruction-file.ts";
import { type ProjectFolders, projectFolders } from "./project-folders.ts";

export interface InstructionsRequest extends InstructionReading {
  /** Folders of the user, absolute, whose files apply to every project, the farthest first. */
  readonly folders: readonly string[];
  /** Limit for all files together, in bytes of UTF-8. */
  readonly maxBytes: number;
}

/** Contents of the instruction files that apply to a workspace's folder. */
export interface Instructions {
  /** For the system prompt; empty without instructions. */
  readonly text: string;
  /** The files read, the nearest last. */
  readonly files: readonly InstructionFile[];
  readonly project: ProjectFolders;
}

/**
 * Reads the user's instruction files and those from the project's root down to the workspace's folder: one per folder.
 * A file with several names is read once.
 */
export const loadInstructions = async ({ folders, maxBytes, ...reading }: InstructionsRequest): Promise<Instructions> => {
  const project = await projectFolders(reading.workspace);
  const own = await Promise.all(folders.map((folder) => instructionFileIn(folder, reading)));
  const shared = await Promise.all(project.folders.map((folder) => instructionFileIn(folder, reading, project.root)));
  const files = withoutDuplicates([...own, ...shared].filter((file) => file !== undefined));
  const fitted = truncateFiles(files, maxBytes);
  for (const { path } of fitted.filter(({ isCut }) => isCut))
    reading.warn(`${path} was truncated: the instruction files have more than ${maxBytes} bytes in total.`);
  const blocks = instructionBlocks(fitted);
  return { text: blocks === "" ? "" : `${HEAD}\n\n${blocks}`, files, project };
};

const HEAD = `# Project instructions
Instructions of the user and the project for agents that work here, from the farthest file to the nearest. If two of them conflict, follow the later one. \
The user's messages in the conversation override all of them.`;

/** Removes duplicates, retaining the nearest name of each file. */
const withoutDuplicates = (files: readonly InstructionFile[]): readonly InstructionFile[] =>
  files.filter(({ real }, at) => files.findLastIndex((other) => other.real === real) === at);
