import { type Configuration, projectParts } from "../configuration/index.ts";
import { type Finding, good, missing } from "./finding.ts";

/** The project of the folder, what it has of its own, and what of the settings is not taken. */
export const projectFindings = ({ project: { folder, trusted }, warnings }: Configuration, cwd: string): readonly Finding[] => {
  const kinds = [...new Set(projectParts(cwd).map(({ kind }) => kind))].join(", ");
  return [
    good("project", `${folder} (${kinds === "" ? "it has nothing of its own for agents" : inWords(kinds, trusted)})`),
    ...warnings.map((warning) => missing("settings", warning)),
  ];
};

const inWords = (kinds: string, trusted: boolean): string =>
  trusted ? `trusted: its ${kinds}` : `not trusted: its ${kinds} are not read; cox trust changes that`;
