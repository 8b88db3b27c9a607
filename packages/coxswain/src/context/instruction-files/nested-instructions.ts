import { basename, dirname } from "node:path";
import { fitFiles } from "./fit-files.ts";
import { instructionBlocks } from "./instruction-blocks.ts";
import { type InstructionFile, instructionFileIn, type InstructionReading } from "./instruction-file.ts";
import type { Instructions } from "./load-instructions.ts";
import { NESTED_HEAD } from "./nested-instructions-state.ts";
import { foldersBetween } from "./project-folders.ts";

/** Bytes of UTF-8. */
export interface NestedLimits {
  readonly file: number;
  readonly all: number;
}

/** Folders of what others wrote: whoever wrote a dependency has no say in how to work here. */
const FOREIGN: ReadonlySet<string> = new Set(["node_modules", "site-packages", "vendor", ".git"]);

/**
 * The files for agents of the folders that a path lies in and that nobody has told of yet, the nearest last: not those from
 * the project's root to the workspace's folder, no file that was told at the beginning, and none of a dependency.
 */
export const filesOnTheWay = async (
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

/** What the end of a result says of these files, where `told` bytes were told before; undefined when they say nothing. */
export const nestedInstructions = (files: readonly InstructionFile[], told: number, limits: NestedLimits): string | undefined => {
  const blocks = instructionBlocks(fitFiles(files, Math.max(0, limits.all - told), limits.file));
  return blocks === "" ? undefined : `${NESTED_HEAD}\n\n${blocks}`;
};
