import type { CommandDeclaration } from "./declaration.ts";

export const BOARD = {
  summary: "Show all your sessions: which wait for an answer, run, or are done.",
  usage: ["cox board [--json]"],
  about:
    "Lists the latest sessions of every folder, whichever terminal runs them. At a terminal the list is live: answer questions, send prompts, open sessions. Otherwise it is printed once.",
  options: {
    json: { help: "Print one JSON object per session." },
  },
  maxArguments: 0,
} as const satisfies CommandDeclaration;
