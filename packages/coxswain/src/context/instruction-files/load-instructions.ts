import { fitFiles } from "./fit-files.ts";
import { instructionBlocks } from "./instruction-blocks.ts";
import { type InstructionFile, instructionFileIn, type InstructionReading } from "./instruction-file.ts";
import { type ProjectFolders, projectFolders } from "./project-folders.ts";

export interface InstructionsRequest extends InstructionReading {
  /** Folders of the person's own, absolute, whose files hold in every project, the farthest first. */
  readonly folders: readonly string[];
  /** Bytes of UTF-8 of all files together. */
  readonly maxBytes: number;
}

/** What the files for agents say that hold in a workspace's folder. */
export interface Instructions {
  /** For the system prompt; empty when there is nothing to say. */
  readonly text: string;
  /** What was read, the nearest file last. */
  readonly files: readonly InstructionFile[];
  readonly project: ProjectFolders;
}

/**
 * Reads the person's own files and those from the project's root down to the workspace's folder: of each folder one, and none
 * twice, however many names lead to it.
 */
export const loadInstructions = async ({ folders, maxBytes, ...reading }: InstructionsRequest): Promise<Instructions> => {
  const project = await projectFolders(reading.workspace);
  const own = await Promise.all(folders.map((folder) => instructionFileIn(folder, reading)));
  const shared = await Promise.all(project.folders.map((folder) => instructionFileIn(folder, reading, project.root)));
  const files = onceEach([...own, ...shared].filter((file) => file !== undefined));
  const fitted = fitFiles(files, maxBytes);
  for (const { path } of fitted.filter(({ isCut }) => isCut))
    reading.warn(`${path} is not told whole: the files for agents have more than ${maxBytes} bytes together.`);
  const blocks = instructionBlocks(fitted);
  return { text: blocks === "" ? "" : `${HEAD}\n\n${blocks}`, files, project };
};

const HEAD = `# Project instructions
What the person and the project ask of agents that work here, from the farthest file to the nearest. Where two of them disagree the later one counts, \
and what the person says in the conversation counts above all of them.`;

/** The nearest of those that are one file. */
const onceEach = (files: readonly InstructionFile[]): readonly InstructionFile[] =>
  files.filter(({ real }, at) => files.findLastIndex((other) => other.real === real) === at);
