export type { SandboxOptions } from "./options.ts";
