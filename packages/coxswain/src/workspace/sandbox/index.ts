export { makeSandbox } from "./make-sandbox.ts";
export type { SandboxOptions } from "./options.ts";
export type { Entered, MovedAway, Sandbox } from "./sandbox.ts";
