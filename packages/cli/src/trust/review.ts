import { coxHome, type Environment, projectRoot } from "coxswain/settings";
import { projectParts, projectTrust } from "../configuration/index.ts";
import { escapeLine } from "../output/index.ts";
import { partLines } from "./part-lines.ts";
import { serverLines } from "./server-lines.ts";

/** A project with its files that apply only if it is trusted. */
export interface ProjectReview {
  /** The project's folder, absolute. */
  readonly project: string;
  /** The folder and the files with their content, in lines. */
  readonly text: string;
  readonly hasFiles: boolean;
  /** True if the user has trusted the project and approved its MCP servers as they are now. */
  readonly isTrusted: boolean;
  /** Trusts the project, now and later, and approves its MCP servers as `text` shows them. */
  readonly trust: () => void;
}

/** The consequence of trusting a project. */
export const TRUST_MEANING =
  "If you trust this project, cox reads these files and runs its hooks, extensions and MCP servers as you, now and later.";

/** Reads the files of the project of a folder for a review. Interprets nothing. */
export const reviewProject = async (folder: string, env: Environment): Promise<ProjectReview> => {
  const project = projectRoot(folder);
  const { isTrusted, servers, unapproved, trust } = await projectTrust(coxHome(env), project);
  const changed = new Set(isTrusted ? unapproved : []);
  const parts = projectParts(folder);
  return {
    project,
    text: [
      `${escapeLine(project)}\n`,
      ...parts.map((part) =>
        part.kind === "MCP servers" && servers.length > 0 ? serverLines(servers, changed) : partLines(part, project),
      ),
    ].join(""),
    hasFiles: parts.length > 0,
    isTrusted: isTrusted && changed.size === 0,
    trust,
  };
};
