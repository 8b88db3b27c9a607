import type { OptionTable } from "../argv/index.ts";

export const EXTENSIONS_OPTIONS = {
  extension: { short: "e", value: "FILE", repeatable: true, help: "Load this one as well. Can be given again." },
  trust: { help: "Trust this folder's project, now and later, and list what it has." },
  json: { help: "One JSON object a line." },
} as const satisfies OptionTable;
