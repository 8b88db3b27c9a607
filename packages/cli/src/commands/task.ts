import type { CommandDeclaration } from "./declaration.ts";
import { MCP_CONFIG } from "./mcp.ts";
import { SETTING_OPTIONS } from "./setting-options.ts";
import { SLASH_HELP } from "./slash-commands.ts";

const INPUT_FORMATS = ["text", "stream-json"] as const;

const OUTPUT_FORMATS = ["text", "json", "stream-json"] as const;

const {
  model,
  "small-model": smallModel,
  thinking,
  "fallback-model": fallbackModel,
  "no-titles": noTitles,
  "no-compaction": noCompaction,
  screen,
  ...limits
} = SETTING_OPTIONS;

/** The option for a server without settings. */
export const BASE_URL = {
  value: "URL",
  help: "OpenAI-compatible server, as http://host/v1; its key, if it needs one, is COX_API_KEY.",
} as const;

/** Runs when the first argument is not a command. The registry adds the list of commands. */
export const TASK = {
  summary: "",
  usage: ['cox [options] ["task"]', "cox COMMAND --help"],
  about:
    "Opens a session in this folder: a model reads files, edits them and runs commands. The task is the first prompt. Without a model, the first start asks for one. With -p, a pipe, --output-format or --output-schema it runs only the task and exits. Input from stdin and files mentioned as @path are part of the task. Reading inside the folder is allowed; everything else is asked, or needs --allow RULE, --mode MODE or --yes. Background commands stop when the session, the task or its client ends.",
  lists: { "Instead of a task": SLASH_HELP },
  options: {
    print: { short: "p", help: "Run without questions, print the answer, then exit." },
    model,
    "small-model": smallModel,
    models: { value: "LIST", help: 'Models to choose from, as "claude-*,gpt-6*:high". Without -m, the first available one is used.' },
    "base-url": BASE_URL,
    thinking,
    "fallback-model": fallbackModel,
    continue: { short: "c", help: "Continue this folder's latest session; headless without a task, resume its interrupted work." },
    resume: {
      short: "r",
      value: "ID",
      valueOptional: true,
      help: "Continue the session with this id or title; the beginning or the end of the id is enough. Without ID, choose one at a terminal.",
    },
    fork: { help: "With -c or -r: continue in a new session that starts from the current state of that one." },
    cwd: { value: "DIR", help: "Folder to work in. Default: the current one." },
    ...limits,
    yes: { help: "Allow every tool without asking, as --mode yolo." },
    "append-system-prompt": { value: "TEXT", mayBeEmpty: true, help: "Add to a new session's system prompt; @FILE reads it from a file." },
    "system-prompt": { value: "TEXT", mayBeEmpty: true, help: "Replace the base of a new session's system prompt; or @FILE." },
    "no-agents-md": { help: "Ignore AGENTS.md, CLAUDE.md and similar files." },
    extension: { short: "e", value: "FILE", repeatable: true, help: "Load this extension, a .ts or .js file. Repeatable." },
    "no-extensions": { help: "Load only the extensions of --extension." },
    "mcp-config": MCP_CONFIG,
    "input-format": {
      value: "FORMAT",
      choices: INPUT_FORMATS,
      help: "text, or stream-json: a client sends messages and answers questions; needs the same output format.",
    },
    "permission-prompt-tool": {
      value: "NAME",
      choices: ["stdio"],
      help: "stdio: with --input-format stream-json and -p, ask the client for permissions.",
    },
    "output-format": {
      value: "FORMAT",
      choices: OUTPUT_FORMATS,
      help: "text for people, json for one object, stream-json for one object per line.",
    },
    "output-schema": { value: "FILE|JSON", help: "Print only an answer that matches this JSON Schema, or fail." },
    screen,
    "include-partial-messages": { help: "With stream-json: also emit messages while they stream." },
    verbose: { help: "With stream-json: no effect; accepted for compatibility." },
    "no-titles": noTitles,
    "no-compaction": noCompaction,
    "no-session": { help: "Do not save the session." },
    debug: { value: "FILE", help: "Write a log of events to FILE, one JSON object per line, without keys." },
    trust: { help: "Trust this folder's project, now and later: its settings, hooks, MCP servers and skills apply. See cox trust." },
  },
} as const satisfies CommandDeclaration;
