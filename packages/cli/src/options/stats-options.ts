import type { OptionTable } from "../argv/index.ts";

const GROUPS = ["day", "model", "project"] as const;

export const STATS_OPTIONS = {
  by: { value: "WHAT", choices: GROUPS, help: `A line for each ${GROUPS.join(", ")}. Default: day.` },
  since: { value: "DATE", help: "Responses of that day, as 2026-11-21, or within an age, as 7d or 24h, and later." },
  json: { help: "One JSON object." },
} as const satisfies OptionTable;
