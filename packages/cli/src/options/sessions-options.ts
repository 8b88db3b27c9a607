import type { OptionTable } from "../argv/index.ts";

export const SESSIONS_OPTIONS = {
  all: { short: "a", help: "With list: the sessions of every folder." },
  cwd: { value: "DIR", help: "With list: the sessions of that folder. Default: this one." },
  limit: { value: "N", count: true, help: "With list: at most N, the latest; 0 for all. Default: 20." },
  json: { help: "With list and show: one JSON object a line." },
} as const satisfies OptionTable;
