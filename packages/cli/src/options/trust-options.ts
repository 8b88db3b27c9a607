import type { OptionTable } from "../argv/index.ts";

export const TRUST_OPTIONS = {
  yes: { short: "y", help: "Trust it without a question." },
  json: { help: "With list: one JSON object a line." },
} as const satisfies OptionTable;
