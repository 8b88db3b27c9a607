export { blocked } from "./blocked.ts";
export { commandName } from "./command-name.ts";
export { runHookCommand } from "./hook-command.ts";
export type { HookCommand } from "./hook-command.ts";
export { parseOutput } from "./parse-output.ts";
export { shellHook } from "./shell-hook.ts";
export type { ShellHook } from "./shell-hook.ts";
