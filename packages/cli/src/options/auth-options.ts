import type { OptionTable } from "../argv/index.ts";

export const AUTH_OPTIONS = {
  check: { help: "With set: ask the provider first whether it takes the key, and keep it only then." },
  json: { help: "With list and check: one JSON object a line." },
} as const satisfies OptionTable;
