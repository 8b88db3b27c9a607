import type { OptionTable } from "../argv/index.ts";

export const SKILLS_OPTIONS = {
  json: { help: "One JSON object a line." },
} as const satisfies OptionTable;
