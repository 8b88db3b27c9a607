export { agrees, isPersonThere } from "./agrees.ts";
export { currentFolder } from "./current-folder.ts";
export { EXIT, EXIT_MEANING, type ExitCode } from "./exit.ts";
export { type Interruption, interruption } from "./interruption.ts";
export type { ProcessContext } from "./surroundings.ts";
export { version } from "./version.ts";
