import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../argv/index.ts";
import { escapeLine } from "../output/index.ts";

/** Options that select sessions. */
export interface ChoiceValues {
  readonly all?: true;
  readonly cwd?: string;
  readonly project?: string;
}

/** Selects the sessions of a folder, of a project, or all. */
export interface SessionChoice {
  readonly cwd?: string;
  readonly project?: string;
}

/**
 * Parses the selection. Default: the sessions of this folder.
 * @throws {UsageError}
 */
export const sessionChoice = ({ all, cwd: folder, project }: ChoiceValues, cwd: string): SessionChoice => {
  const filters = [all, folder, project].filter((value) => value !== undefined);
  if (filters.length > 1) throw new UsageError("use only one of --all, --cwd and --project");
  if (all === true) return {};
  if (project === undefined) return { cwd: realFolder(resolve(cwd, folder ?? ".")) };
  return { project: isPath(project) ? realFolder(resolve(cwd, project)) : project };
};

/** Project names contain no separators. */
const isPath = (project: string): boolean => /[/\\]/.test(project) || project === "." || project === "..";

/** A folder that no longer exists may still have sessions. */
const realFolder = (folder: string): string => {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
};

/** Describes the selection for the middle of a sentence: starts with a space, or is empty. */
export const describeChoice = (choice: SessionChoice): string => {
  if (choice.cwd !== undefined) return ` in ${escapeLine(choice.cwd)}`;
  return choice.project === undefined ? "" : ` of project ${escapeLine(choice.project)}`;
};
