import type { CommandDeclaration } from "./declaration.ts";
import { SETTING_OPTIONS } from "./setting-options.ts";

export const PERMISSIONS = {
  summary: "List permission rules, explain a decision, remove saved answers.",
  usage: [
    "cox permissions [list] [--json]",
    "cox permissions forget [--project|--always] RULE",
    "cox permissions explain [--settings FILE] COMMAND",
    "cox permissions explain [--settings FILE] --json",
  ],
  about:
    'Permissions in effect here: the mode, the rules of the settings and the command line, and saved answers. Deny overrides ask, ask overrides allow. Nothing is run. With --json and no command, explain reads calls from stdin, one per line as {"tool":"bash","command":"git status"}, and prints the verdict and reasons for each.',
  lists: {
    Actions: {
      list: "Show the mode, the rules and the saved answers, with their sources.",
      explain: "Show whether a command would be allowed, asked or denied here, and why.",
      forget: "Remove an answer saved for this project or for always.",
    },
  },
  options: {
    settings: { value: "FILE", help: "Use only this settings file, instead of yours and the project's." },
    json: { help: "Print one JSON object per line. With explain and no command: read one call per line from stdin." },
    allow: SETTING_OPTIONS.allow,
    deny: SETTING_OPTIONS.deny,
    mode: SETTING_OPTIONS.mode,
    project: { help: "With forget: only answers saved for this project." },
    always: { help: "With forget: only answers saved for always." },
  },
} as const satisfies CommandDeclaration;
