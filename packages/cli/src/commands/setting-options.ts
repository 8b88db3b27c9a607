import type { OptionTable } from "../argv/index.ts";

/** A copy of the library's levels, so that the help does not load the library; a test compares them. */
const THINKING = ["off", "minimal", "low", "medium", "high", "xhigh"] as const;

const MODES = ["plan", "ask", "auto-edit", "yolo"] as const;

const SANDBOX = ["auto", "required", "off"] as const;

/** Options of a task that are settings too. `flagSettings` turns them into settings. */
export const SETTING_OPTIONS = {
  model: { short: "m", value: "REF", help: "Model as provider/model, sonnet, opus 4.5 or sonnet:high, or its name at --base-url." },
  "small-model": { value: "REF", help: "Model for titles and summaries of a new session." },
  thinking: { value: "LEVEL", choices: THINKING, help: `Thinking level: ${THINKING.join(", ")}.` },
  "fallback-model": { value: "REF", repeatable: true, help: "Switch to this model when the first one fails. Repeatable." },
  allow: { value: "RULE", repeatable: true, help: "Allow a tool, or a command as --allow 'bash(npm test)'. Repeatable." },
  deny: { value: "RULE", repeatable: true, help: "Deny calls that match this rule, as --deny 'bash(git push)'. Repeatable." },
  mode: {
    value: "MODE",
    choices: MODES,
    help: "plan only reads; ask asks for more; auto-edit edits files and runs in the sandbox; yolo allows all.",
  },
  sandbox: { value: "MODE", choices: SANDBOX, help: "Sandbox for commands: auto (if available), required (else run none) or off." },
  "max-turns": { value: "N", count: true, help: "Stop after N model responses; 0: no limit." },
  "max-budget-usd": { value: "USD", help: "Stop when the run has cost this much, as 0.50; 0: no limit." },
  "max-time": { value: "TIME", help: "Stop after this time, as 90s, 10m or 2h; 0: no limit." },
  "no-titles": { help: "Do not generate a title for a new session." },
  "no-compaction": { help: "Do not compact a new session automatically when the context window is nearly full." },
} as const satisfies OptionTable;
