import type { CommandDeclaration } from "./declaration.ts";

export const TRUST_COMMAND = {
  summary: "Show and change which projects are trusted.",
  usage: ["cox trust [DIR] [--yes]", "cox trust list", "cox trust revoke [DIR]"],
  about:
    "Shows the settings, hooks, extensions, agents, skills and prompt templates of a project, and asks whether to trust it. cox ignores these files until you trust the project. Default: the project of the current folder. Exit code 1 if it is not trusted in the end.",
  lists: { Actions: { list: "List the trusted folders.", revoke: "Stop trusting a project, even one that no longer exists." } },
  options: {
    yes: { short: "y", help: "Trust it without asking." },
    json: { help: "With list: print one JSON object per line." },
  },
} as const satisfies CommandDeclaration;
