export { makeSandbox } from "./make-sandbox.ts";
export { FILTER } from "./sandbox.ts";
export type { ConfinedProgram, HelperMark, SandboxConfig, SandboxOptions, Entered, MountCheck, MovedAway, Sandbox } from "./sandbox.ts";
export { sandboxFolder } from "./sandbox-folder.ts";
export { MOST_SENT, WAITING, type WaitingShell, waitingShell } from "./waiting-shell.ts";
