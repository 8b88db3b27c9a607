export { makeSandbox } from "./make-sandbox.ts";
export { FILTER } from "./sandbox.ts";
export type { ConfinedProgram, SandboxOptions, Entered, MountCheck, MovedAway, Sandbox } from "./sandbox.ts";
export { MOST_SENT, WAITING, type WaitingShell, waitingShell } from "./waiting-shell.ts";
