import { type Configuration, projectParts } from "../configuration/index.ts";
import { type Finding, ok, missing } from "./finding.ts";

/** The folder's project, its files for agents, and warnings about the settings. */
export const projectFindings = ({ project: { folder, trusted }, warnings }: Configuration, cwd: string): readonly Finding[] => {
  const kinds = [...new Set(projectParts(cwd).map(({ kind }) => kind))].join(", ");
  return [
    ok("project", `${folder} (${kinds === "" ? "no settings or files for agents" : trustText(kinds, trusted)})`),
    ...warnings.map((warning) => missing("settings", warning)),
  ];
};

const trustText = (kinds: string, trusted: boolean): string =>
  trusted ? `trusted: its ${kinds}` : `not trusted: its ${kinds} are ignored; trust it with cox trust`;
