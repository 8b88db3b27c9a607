import type { OptionTable } from "../argv/index.ts";

export const HOOKS_OPTIONS = {
  trust: { help: "Trust this folder's project, now and later, and list what it has." },
  json: { help: "One JSON object a line." },
} as const satisfies OptionTable;
