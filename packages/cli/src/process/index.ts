export { confirm, isInteractive, isPiped, currentFolder, type CommandRunner, type ProcessContext } from "./process-context.ts";
export { EXIT, EXIT_MEANING, type ExitCode } from "./exit.ts";
export { type Interruption, interruption } from "./interruption.ts";
export { version } from "./version.ts";
