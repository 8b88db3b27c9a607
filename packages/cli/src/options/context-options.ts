import type { OptionTable } from "../argv/index.ts";

export const CONTEXT_OPTIONS = {
  json: { help: "One JSON object, with every piece of the request." },
} as const satisfies OptionTable;
