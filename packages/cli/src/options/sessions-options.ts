import type { OptionTable } from "../argv/index.ts";

export const SESSIONS_OPTIONS = {
  all: { short: "a", help: "With list: the sessions of every folder." },
  cwd: { value: "DIR", help: "With list: the sessions of that folder. Default: this one." },
  limit: { value: "N", count: true, help: "With list: at most N, the latest; 0 for all. Default: 20." },
  json: { help: "With list, show and check: one JSON object a line." },
  repair: { help: "With check: put a file with all that is whole in a damaged one's place, and keep that beside it." },
} as const satisfies OptionTable;
