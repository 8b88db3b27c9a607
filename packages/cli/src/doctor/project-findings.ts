import { projectRoot, trustStore } from "coxswain";
import { type Configuration, projectParts, trustPath } from "../configuration/index.ts";
import { type Finding, good, missing } from "./finding.ts";

/** The project of the folder, and what of the settings is not taken. */
export const projectFindings = ({ home, warnings }: Configuration, cwd: string): readonly Finding[] => {
  const project = projectRoot(cwd);
  const trusted = trustStore(trustPath(home)).isTrusted(project);
  const kinds = new Set(projectParts(cwd).map(({ kind }) => kind));
  const own = kinds.size === 0 ? "it has nothing of its own for agents" : `its ${[...kinds].join(", ")}`;
  const note = trusted ? `trusted: ${own}` : kinds.size === 0 ? own : `not trusted: ${own} are not read; cox trust changes that`;
  return [good("project", `${project} (${note})`), ...warnings.map((warning) => missing("settings", warning))];
};
