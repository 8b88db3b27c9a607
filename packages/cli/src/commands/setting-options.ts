import type { Option } from "../argv/index.ts";

/** A copy of the library's levels, so that the help does not load the library; a test compares them. */
const THINKING = ["off", "minimal", "low", "medium", "high", "xhigh"] as const;

const MODES = ["plan", "ask", "auto-edit", "yolo"] as const;

const SANDBOX = ["auto", "required", "off"] as const;

const SCREENS = ["inline", "full", "plain"] as const;

/** An option that sets a setting for one call of `cox`. */
export interface SettingOption extends Option {
  /** Path of the setting, for example `budget.usd`. */
  readonly setting: string;
  /** Value that a switch sets. */
  readonly sets?: string | boolean;
  /** How to parse the value, if it is neither a plain string nor a number. */
  readonly parse?: "dollars" | "duration" | "rules";
}

/** The options that set settings. `flagSettings` converts them by this table. */
export const SETTING_OPTIONS = {
  model: {
    setting: "model",
    short: "m",
    value: "REF",
    help: "Model as provider/model, sonnet, opus 4.5 or sonnet:high, or its name at --base-url.",
  },
  "small-model": { setting: "smallModel", value: "REF", help: "Model for titles and summaries of a new session." },
  thinking: { setting: "thinking", value: "LEVEL", choices: THINKING, help: `Thinking level: ${THINKING.join(", ")}.` },
  "fallback-model": {
    setting: "fallbackModels",
    value: "REF",
    repeatable: true,
    help: "Switch to this model when the first one fails. Repeatable.",
  },
  allow: {
    setting: "permissions.allow",
    parse: "rules",
    value: "RULE",
    repeatable: true,
    help: "Allow a tool, or a command as --allow 'bash(npm test)'. Repeatable.",
  },
  deny: {
    setting: "permissions.deny",
    parse: "rules",
    value: "RULE",
    repeatable: true,
    help: "Deny calls that match this rule, as --deny 'bash(git push)'. Repeatable.",
  },
  mode: {
    setting: "permissions.mode",
    value: "MODE",
    choices: MODES,
    help: "plan only reads; ask asks for more; auto-edit edits files and runs in the sandbox; yolo allows all.",
  },
  sandbox: {
    setting: "sandbox.mode",
    value: "MODE",
    choices: SANDBOX,
    help: "Sandbox for commands: auto (if available), required (else run none) or off.",
  },
  screen: {
    setting: "screen",
    value: "MODE",
    choices: SCREENS,
    help: "How to show a session at a terminal: inline, full for the whole window, or plain, which only adds lines, for screen readers and simple terminals.",
  },
  verify: {
    setting: "verify",
    value: "COMMAND",
    repeatable: true,
    help: "Continue until this command succeeds, as --verify 'npm test'. Repeatable.",
  },
  "max-turns": { setting: "maxTurns", value: "N", count: true, help: "Stop after N model responses; 0: no limit." },
  "max-budget-usd": {
    setting: "budget.usd",
    parse: "dollars",
    value: "USD",
    help: "Stop when the run has cost this much, as 0.50; 0: no limit.",
  },
  "max-time": {
    setting: "budget.seconds",
    parse: "duration",
    value: "TIME",
    help: "Stop after this time, as 90s, 10m or 2h; 0: no limit.",
  },
  "no-titles": { setting: "titles", sets: false, help: "Do not generate a title for a new session." },
  "no-compaction": {
    setting: "compaction.auto",
    sets: "off",
    help: "Do not compact a new session automatically when the context window is nearly full.",
  },
} as const satisfies Readonly<Record<string, SettingOption>>;
