import type { CommandDeclaration } from "./declaration.ts";

export const SEARCH = {
  summary: "Search the text of sessions.",
  usage: ['cox search "words \\"a phrase\\" begin*"'],
  about: "Searches messages, tool calls and tool results of this folder's sessions. Best matches first, then newest. All words must match.",
  options: {
    all: { short: "a", help: "Search the sessions of every folder." },
    project: { value: "NAME|PATH", help: "Search the project with this name, or this folder and below." },
    since: { value: "DATE", help: "Only text from this day on, as 2026-11-21, or within an age, as 7d or 24h." },
    limit: { value: "N", count: true, help: "Show at most N matches; 0 for all. Default: 20." },
    json: { help: "Print one JSON object per line; every second piece of its snippet is a match." },
  },
} as const satisfies CommandDeclaration;
