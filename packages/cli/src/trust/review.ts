import { coxHome, type Environment, projectRoot, trustStore } from "coxswain/settings";
import { projectParts, trustPath } from "../configuration/index.ts";
import { escapeLine } from "../output/index.ts";
import { partLines } from "./part-lines.ts";

/** A project with its files that apply only if it is trusted. */
export interface ProjectReview {
  /** The project's folder, absolute. */
  readonly project: string;
  /** The folder and the files with their content, in lines. */
  readonly text: string;
  readonly hasFiles: boolean;
  readonly isTrusted: boolean;
  /** Trusts the project, now and later. */
  trust(): void;
}

/** The consequence of trusting a project. */
export const TRUST_MEANING = "If you trust this project, cox reads these files and runs its hooks and extensions as you, now and later.";

/** Reads the files of the project of a folder for a review. Interprets nothing. */
export const reviewProject = (folder: string, env: Environment): ProjectReview => {
  const project = projectRoot(folder);
  const trusted = trustStore(trustPath(coxHome(env)));
  const parts = projectParts(folder);
  return {
    project,
    text: [`${escapeLine(project)}\n`, ...parts.map((part) => partLines(part, project))].join(""),
    hasFiles: parts.length > 0,
    isTrusted: trusted.isTrusted(project),
    trust: () => trusted.trust(project),
  };
};
