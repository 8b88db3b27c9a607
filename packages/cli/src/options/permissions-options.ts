import type { OptionTable } from "../argv/index.ts";
import { TASK_OPTIONS } from "./task-options.ts";

export const PERMISSIONS_OPTIONS = {
  settings: { value: "FILE", help: "Judge by this settings file alone, in place of yours and the project's." },
  json: { help: "One JSON object a line. With explain and no command: one call a line on standard input." },
  allow: TASK_OPTIONS.allow,
  deny: TASK_OPTIONS.deny,
  mode: TASK_OPTIONS.mode,
  project: { help: "With forget: only what was answered for this project." },
  always: { help: "With forget: only what was answered for everywhere." },
} as const satisfies OptionTable;
