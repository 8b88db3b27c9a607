export { AfterTurn } from "./after-turn.ts";
export { parseShell, runShell, type ShellOptions, type ShellResult } from "./shell.ts";
