import { homedir } from "node:os";
import { join } from "node:path";
import type { InstructionFilesOptions } from "coxswain/session";
import type { Configuration } from "./configure.ts";
import { secretPlaces } from "./secret-places.ts";

/** The user's instruction files: the one for all agents, then the one for Coxswain. */
export const instructionFiles = (configuration: Configuration): InstructionFilesOptions => ({
  folders: [join(homedir(), ".agents"), configuration.home.config],
  secrets: secretPlaces(configuration),
});
