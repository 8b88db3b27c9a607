import type { OptionTable } from "../argv/index.ts";

export const SEARCH_OPTIONS = {
  all: { short: "a", help: "In the sessions of every folder." },
  project: { value: "NAME|PATH", help: "In those of the project of that name, or in that folder and below." },
  since: { value: "DATE", help: "What was said on that day, as 2026-11-21, or within an age, as 7d or 24h, or later." },
  limit: { value: "N", count: true, help: "At most N hits; 0 for all. Default: 20." },
  json: { help: "One JSON object a line; every second piece of its snippet is a hit." },
} as const satisfies OptionTable;
