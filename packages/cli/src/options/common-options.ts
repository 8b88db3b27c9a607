import type { OptionTable } from "../argv/index.ts";

/** What every command takes. */
export const COMMON_OPTIONS = {
  help: { short: "h", help: "Show this help." },
  version: { short: "v", help: "Show the version." },
} as const satisfies OptionTable;
