export { makeSandbox } from "./make-sandbox.ts";
export type { SandboxOptions, Entered, MountCheck, MovedAway, Sandbox } from "./sandbox.ts";
export { WAITING, type WaitingShell, waitingShell } from "./waiting-shell.ts";
