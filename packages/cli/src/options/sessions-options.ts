import type { OptionTable } from "../argv/index.ts";

const SORTS = ["updated", "created", "cost", "messages"] as const;

const FORMATS = ["md", "html", "jsonl"] as const;

export const SESSIONS_OPTIONS = {
  all: { short: "a", help: "With list: the sessions of every folder." },
  agents: { help: "With list: also the sessions that agents worked in, each under the one that it worked for." },
  cwd: { value: "DIR", help: "With list: the sessions of that folder. Default: this one." },
  project: { value: "NAME|PATH", help: "With list: those of the project of that name, or in that folder and below." },
  model: { value: "NAME", help: "With list: those that a model with NAME in its reference answered in." },
  since: { value: "DATE", help: "With list: last used on that day, as 2026-11-21, or within an age, as 7d or 24h, or later." },
  until: { value: "DATE", help: "With list: last used on that day or before." },
  "min-cost": { value: "USD", help: "With list: those that cost so much or more." },
  sort: { value: "BY", choices: SORTS, help: `With list: what comes first: ${SORTS.join(", ")}. Default: updated.` },
  limit: { value: "N", count: true, help: "With list: at most N; 0 for all. Default: 20." },
  json: { help: "With list, show, check, gc, import and trash list: one JSON object a line." },
  repair: { help: "With check: put a file with all that is whole in a damaged one's place, and keep that beside it." },
  from: { value: "DIR|NAME", help: "With relocate: the folder that was moved. With import: pi, claude, codex or coxswain." },
  to: { value: "DIR", help: "With relocate: where it is now. Default: this folder." },
  format: { value: "FORMAT", choices: FORMATS, help: "With export: md to read, html for one page, jsonl to import again. Default: md." },
  output: { short: "o", value: "FILE", help: "With export: write to FILE. Default: standard output." },
  "older-than": { value: "AGE", help: "With prune: last used so long ago, as 90d, or before a date. With trash empty: removed then." },
  "dry-run": { help: "With prune: only show what would be moved." },
  yes: { help: "With trash empty: delete for good, which cannot be undone." },
} as const satisfies OptionTable;
