import type { CommandDeclaration } from "./declaration.ts";
import { SETTING_OPTIONS } from "./setting-options.ts";

export const CONFIG = {
  summary: "Show and change settings.",
  usage: [
    "cox config [list] [--json]",
    "cox config get KEY",
    "cox config set KEY VALUE [--project]",
    "cox config unset KEY [--project]",
    "cox config path [--project]",
    "cox config schema",
  ],
  about: "Settings in effect for a task in this folder. Add flags that are also settings to see their effect.",
  lists: {
    Actions: {
      list: "Show every setting with its value and its source: file, variable or flag.",
      get: "Print one value, such as budget.usd. Exit code 1 if it is not set.",
      set: "Write one setting to your settings file, as JSON or as a string. The rest of the file, comments included, is unchanged.",
      unset: "Remove a setting from your settings file.",
      path: "Print the path of your settings file.",
      schema: "Print the JSON Schema of settings files, for editors.",
    },
  },
  options: {
    project: { help: "With set, unset and path: use the project's file, .coxswain/settings.json." },
    json: { help: "With list: print one JSON object per line. With get: print the value as JSON." },
    ...SETTING_OPTIONS,
  },
} as const satisfies CommandDeclaration;
