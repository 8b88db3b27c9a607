export { blocked } from "./blocked.ts";
export { commandName } from "./command-name.ts";
export { type HookCommand, runHookCommand } from "./hook-command.ts";
export { parseOutput } from "./parse-output.ts";
export { shellHook, type ShellHook } from "./shell-hook.ts";
