import type { CommandDeclaration } from "./declaration.ts";

const GROUPS = ["day", "model", "project"] as const;

export const STATS = {
  summary: "Show tokens and cost by day, model or project.",
  usage: ["cox stats [--by day|model|project] [--since DATE]"],
  about: "Usage of the saved sessions of every folder. Days are in the local time zone; costs are estimates.",
  options: {
    by: { value: "GROUP", choices: GROUPS, help: `Group by ${GROUPS.join(", ")}. Default: day.` },
    since: { value: "DATE", help: "Only responses from this day on, as 2026-11-21, or within an age, as 7d or 24h." },
    json: { help: "Print one JSON object." },
  },
  maxArguments: 0,
} as const satisfies CommandDeclaration;
