export { AfterTurn } from "./after-turn.ts";
export { parseShell, runShell } from "./shell.ts";
export type { ShellOptions, ShellResult } from "./shell.ts";
