import { basename, dirname } from "node:path";
import { truncateFiles } from "./fit-files.ts";
import { instructionBlocks } from "./instruction-blocks.ts";
import { type InstructionFile, instructionFileIn, type InstructionReading } from "./instruction-file.ts";
import type { Instructions } from "./load-instructions.ts";
import { NESTED_HEAD } from "./nested-instructions-state.ts";
import { foldersBetween } from "./project-folders.ts";

/** In bytes of UTF-8. */
export interface NestedLimits {
  readonly file: number;
  readonly all: number;
}

/** Folders of third-party code: a dependency's author must not control how the agent works here. */
const FOREIGN: ReadonlySet<string> = new Set(["node_modules", "site-packages", "vendor", ".git"]);

/**
 * Returns the instruction files of the folders that contain a path, the nearest last. Excludes the folders from the
 * project's root to the workspace's folder, files loaded at the start, and files of dependencies.
 */
export const nestedInstructionFiles = async (
  path: string,
  { project, files: atStart }: Instructions,
  reading: InstructionReading,
): Promise<readonly InstructionFile[]> => {
  const { kind } = (await reading.workspace.stat(path).catch(() => undefined)) ?? { kind: "file" };
  const way = foldersBetween(project.root, kind === "folder" ? path : dirname(path));
  const foreign = way.findIndex((folder) => FOREIGN.has(basename(folder)));
  const folders = (foreign < 0 ? way : way.slice(0, foreign)).filter((folder) => !project.folders.includes(folder));
  const files = await Promise.all(folders.map((folder) => instructionFileIn(folder, reading, project.root)));
  return files.filter((file) => file !== undefined).filter(({ real }) => !atStart.some((known) => known.real === real));
};

/**
 * Returns the text to append to a result for these files, given that `told` bytes were already sent. Undefined when the
 * files are empty.
 */
export const nestedInstructions = (files: readonly InstructionFile[], told: number, limits: NestedLimits): string | undefined => {
  const blocks = instructionBlocks(truncateFiles(files, Math.max(0, limits.all - told), limits.file));
  return blocks === "" ? undefined : `${NESTED_HEAD}\n\n${blocks}`;
};
