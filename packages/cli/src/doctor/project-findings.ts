import { existsSync } from "node:fs";
import { join } from "node:path";
import { projectRoot, trustStore } from "coxswain";
import { type Configuration, trustPath } from "../configuration/index.ts";
import { type Finding, good, missing } from "./finding.ts";

/** The project of the folder, and what of the settings is not taken. */
export const projectFindings = ({ home, warnings }: Configuration, cwd: string): readonly Finding[] => {
  const project = projectRoot(cwd);
  const trusted = trustStore(trustPath(home)).isTrusted(project);
  const settings = existsSync(join(project, ".coxswain", "settings.json"));
  const note = trusted
    ? "trusted"
    : settings
      ? "not trusted: its settings are not read; --trust changes that"
      : "has no settings of its own";
  return [good("project", `${project} (${note})`), ...warnings.map((warning) => missing("settings", warning))];
};
