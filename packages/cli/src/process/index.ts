export { confirm, isInteractive } from "./confirm.ts";
export { currentFolder } from "./current-folder.ts";
export { EXIT, EXIT_MEANING, type ExitCode } from "./exit.ts";
export { type Interruption, interruption } from "./interruption.ts";
export type { ProcessContext } from "./process-context.ts";
export { version } from "./version.ts";
