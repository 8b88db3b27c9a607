import type { OptionTable } from "../argv/index.ts";
import { SETTING_OPTIONS } from "./setting-options.ts";

export const CONFIG_OPTIONS = {
  project: { help: "With set, unset and path: the project's file, .coxswain/settings.json, in place of your own." },
  json: { help: "With list: one JSON object a line. With get: the value as JSON." },
  ...SETTING_OPTIONS,
} as const satisfies OptionTable;
