import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../argv/index.ts";
import { escapeLine } from "../output/index.ts";

/** What the command line says of which sessions are meant. */
export interface ChoiceValues {
  readonly all?: true;
  readonly cwd?: string;
  readonly project?: string;
}

/** The sessions of one folder, of a project, or all. */
export interface SessionChoice {
  readonly cwd?: string;
  readonly project?: string;
}

/**
 * The sessions that are meant: those of this folder unless told otherwise.
 * @throws {UsageError}
 */
export const sessionChoice = ({ all, cwd: folder, project }: ChoiceValues, cwd: string): SessionChoice => {
  const said = [all, folder, project].filter((value) => value !== undefined);
  if (said.length > 1) throw new UsageError("use only one of --all, --cwd and --project");
  if (all === true) return {};
  if (project === undefined) return { cwd: realFolder(resolve(cwd, folder ?? ".")) };
  return { project: isPath(project) ? realFolder(resolve(cwd, project)) : project };
};

/** A name has no separator in it. */
const isPath = (project: string): boolean => /[/\\]/.test(project) || project === "." || project === "..";

/** Of a folder that is gone, the sessions are still there. */
const realFolder = (folder: string): string => {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
};

/** Whose sessions they are, for the middle of a sentence: begins with a space, or is empty. */
export const describeChoice = (choice: SessionChoice): string => {
  if (choice.cwd !== undefined) return ` in ${escapeLine(choice.cwd)}`;
  return choice.project === undefined ? "" : ` of project ${escapeLine(choice.project)}`;
};
