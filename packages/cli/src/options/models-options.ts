import type { OptionTable } from "../argv/index.ts";

export const MODELS_OPTIONS = {
  all: { short: "a", help: "Also those of providers that there is no key for." },
  json: { help: "One JSON object a line." },
} as const satisfies OptionTable;
