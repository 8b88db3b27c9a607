import type { OptionTable } from "../argv/index.ts";

const INPUT_FORMATS = ["text", "stream-json"] as const;

const OUTPUT_FORMATS = ["text", "json", "stream-json"] as const;

/** The library's levels, which are not loaded just to say them in the help; a test holds them together. */
const THINKING = ["off", "minimal", "low", "medium", "high", "xhigh"] as const;

const MODES = ["plan", "ask", "auto-edit", "yolo"] as const;

const SANDBOX = ["auto", "required", "off"] as const;

export const TASK_OPTIONS = {
  print: { short: "p", help: "Work without asking anything, then exit. Where nobody could answer it is always so." },
  model: { short: "m", value: "REF", help: "Model as provider/model, sonnet, opus 4.5 or sonnet:high, or its name at --base-url." },
  "small-model": { value: "REF", help: "Model for a new session's title and summaries." },
  models: { value: "LIST", help: 'Models to choose from, as "claude-*,gpt-6*:high". Without -m, the first that can be asked.' },
  "base-url": { value: "URL", help: "An OpenAI-compatible server, as http://host/v1; its key, if it wants one, is in COX_API_KEY." },
  thinking: { value: "LEVEL", choices: THINKING, help: `How much the model reasons: ${THINKING.join(", ")}.` },
  "fallback-model": { value: "REF", repeatable: true, help: "Go on with this model where the first cannot answer. Can be given again." },
  continue: { short: "c", help: "Go on with this folder's latest session; without a task, where it was cut short." },
  resume: { short: "r", value: "ID", help: "Go on with the session of this id; its first letters will do." },
  fork: { help: "With -c or -r: go on in a new session that begins where that one is now." },
  cwd: { value: "DIR", help: "The folder to work in. Default: this one." },
  allow: { value: "RULE", repeatable: true, help: "Allow a tool, or a command as --allow 'bash(npm test)'. Can be given again." },
  deny: { value: "RULE", repeatable: true, help: "Deny what fits this rule, as --deny 'bash(git push)'. Can be given again." },
  mode: {
    value: "MODE",
    choices: MODES,
    help: "plan only reads, ask asks for more, auto-edit edits and runs in the sandbox, yolo asks nothing.",
  },
  yes: { help: "Let every tool run without asking, as --mode yolo." },
  sandbox: {
    value: "MODE",
    choices: SANDBOX,
    help: "Confine commands: auto, where the system can; required, or run none; off.",
  },
  "max-turns": { value: "N", count: true, help: "Stop after N responses of the model; 0: no limit." },
  "max-budget-usd": { value: "USD", help: "Stop when the run has cost so much, as 0.50; 0: no limit." },
  "max-time": { value: "TIME", help: "Stop when the run has taken so long, as 90s, 10m or 2h; 0: no limit." },
  "append-system-prompt": { value: "TEXT", mayBeEmpty: true, help: "Add to a new session's system prompt; @FILE is the file's text." },
  "system-prompt": { value: "TEXT", mayBeEmpty: true, help: "Replace the base of a new session's system prompt; or @FILE." },
  "no-agents-md": { help: "Tell the model nothing of AGENTS.md, CLAUDE.md and the like." },
  extension: {
    short: "e",
    value: "FILE",
    repeatable: true,
    help: "Load this extension, a file that ends in .ts or .js. Can be given again.",
  },
  "no-extensions": { help: "Load no extensions but those of --extension." },
  "input-format": {
    value: "FORMAT",
    choices: INPUT_FORMATS,
    help: "text, or stream-json: a program says what to do and answers questions, with the same output format.",
  },
  "permission-prompt-tool": {
    value: "NAME",
    choices: ["stdio"],
    help: "stdio: with --input-format stream-json, ask the program also where -p is given.",
  },
  "output-format": {
    value: "FORMAT",
    choices: OUTPUT_FORMATS,
    help: "text for people, json for one object, stream-json for one object a line.",
  },
  "output-schema": { value: "FILE|JSON", help: "Print only an answer that fits this JSON Schema, or fail." },
  "include-partial-messages": { help: "With stream-json: also tell of messages while they arrive." },
  verbose: { help: "With stream-json: changes nothing, for all is told anyway." },
  "no-titles": { help: "Give a new session no title." },
  "no-compaction": { help: "Do not compact a new session by itself when its model's window is nearly full." },
  "no-session": { help: "Keep nothing of this session on disk." },
  debug: { value: "FILE", help: "Write what happens to FILE, one JSON object a line, without keys." },
  trust: { help: "Trust this folder's project, now and later: what it brings counts, as cox trust shows." },
} as const satisfies OptionTable;
