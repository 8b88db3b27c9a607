import { notConfined } from "./not-confined.ts";
import type { SandboxOptions } from "./options.ts";
import type { Sandbox } from "./sandbox.ts";

/** For systems without one. */
export const noSandbox = (mode: SandboxOptions["mode"], reason: string): Sandbox => ({
  confinement: async () => ({ kind: "none", reason }),
  enter: async () => notConfined(mode, reason),
  wrote() {},
  close: async () => {},
});
