import { allowUnconfined } from "./allow-unconfined.ts";
import type { SandboxOptions } from "./options.ts";
import type { Sandbox } from "./sandbox.ts";

/** For systems without a sandbox. */
export const noSandbox = (mode: SandboxOptions["mode"], reason: string): Sandbox => ({
  confinement: async () => ({ kind: "none", reason }),
  enter: async () => allowUnconfined(mode, reason),
  wrote() {},
  close: async () => {},
});
