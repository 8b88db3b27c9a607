export { makeSandbox } from "./make-sandbox.ts";
export type { SandboxOptions, Entered, MovedAway, Sandbox } from "./sandbox.ts";
