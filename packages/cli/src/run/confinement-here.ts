import { type Confinement, ProcessError } from "coxswain";
import { type Configuration, configuredWorkspace } from "../configuration/index.ts";
import type { Tell } from "./task-model.ts";

/**
 * What confines the commands of a task in this folder, which a person is told where it is less than what they may think.
 * @throws {ProcessError} it has to be confined, and cannot be
 */
export const confinementHere = async (configuration: Configuration, cwd: string, tell: Tell): Promise<Confinement> => {
  const { mode = "auto" } = configuration.settings.sandbox ?? {};
  const workspace = configuredWorkspace(configuration, cwd);
  try {
    const confinement = await workspace.confinement();
    if (confinement.kind !== "none" || mode === "off") return confinement;
    if (mode === "required")
      throw new ProcessError(`Nothing is run, for commands have to be confined and cannot be: ${confinement.reason}`);
    tell(`commands run without a sandbox: ${confinement.reason}`);
    return confinement;
  } finally {
    await workspace.close();
  }
};
