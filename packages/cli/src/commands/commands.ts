import {
  AGENTS_OPTIONS,
  AUTH_OPTIONS,
  CONFIG_OPTIONS,
  CONTEXT_OPTIONS,
  EXTENSIONS_OPTIONS,
  HOOKS_OPTIONS,
  MODELS_OPTIONS,
  PERMISSIONS_OPTIONS,
  SEARCH_OPTIONS,
  SESSIONS_OPTIONS,
  SKILLS_OPTIONS,
  SLASH_HELP,
  STATS_OPTIONS,
  TASK_OPTIONS,
  TRUST_OPTIONS,
} from "../options/index.ts";
import { type Command, defineCommand } from "./command.ts";

/** By the first word of the command line. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  [
    "sessions",
    defineCommand({
      summary: "List, show, rename and delete sessions.",
      usage: [
        "cox sessions [list] [--all] [--project NAME|PATH] [--since DATE]",
        "cox sessions show|path|delete ID",
        "cox sessions rename ID TITLE",
        "cox sessions relocate ID [--to DIR]",
        "cox sessions relocate --from DIR [--to DIR]",
        "cox sessions export ID [--format md|html|jsonl] [--output FILE]",
        "cox sessions import FILE ... [--from pi|claude|codex|coxswain]",
        "cox sessions check [ID|FILE ...] [--repair]",
        "cox sessions prune --older-than AGE [--dry-run]",
        "cox sessions trash [list|empty]",
        "cox sessions trash restore ID",
        "cox sessions gc",
      ],
      about: "Sessions are files that only grow, one for each conversation. The first letters of an id will do.",
      lists: {
        Actions: {
          list: "The sessions of this folder, the latest first.",
          show: "What was said and done in a session.",
          path: "Where a session's file is.",
          rename: "Give a session a title.",
          delete: "Move a session to the trash folder beside the sessions.",
          prune: "Move the sessions of every folder that were long not used to the trash, but for those in use.",
          trash: "Show what is in the trash, put a session back, or delete all of it for good.",
          gc: "Free what long texts and images take that no session has any more, not even one in the trash.",
          relocate: "Say that a session, or all of a folder that was moved, work in another folder now.",
          export: "Write a session out: to read, as one page, or to be imported elsewhere.",
          import: "Take sessions of pi, Claude Code, Codex or another machine in; the same file is the same session.",
          check: "Read sessions whole and say what is damaged; without any named, all. Exit code 1 for damage.",
        },
      },
      options: SESSIONS_OPTIONS,
      load: async () => (await import("../sessions/index.ts")).sessionsAction,
    }),
  ],
  [
    "search",
    defineCommand({
      summary: "Find what was said or shown in sessions.",
      usage: ['cox search "words \\"a phrase\\" begin*"'],
      about:
        "Messages, calls and what tools gave back, of this folder's sessions: the best first, then the newest. All words have to be there.",
      options: SEARCH_OPTIONS,
      load: async () => (await import("../search/index.ts")).searchAction,
    }),
  ],
  [
    "stats",
    defineCommand({
      summary: "Show tokens and cost by day, model or project.",
      usage: ["cox stats [--by day|model|project] [--since DATE]"],
      about: "What the kept sessions of every folder took. Days are those of this machine's time zone; costs are estimates.",
      options: STATS_OPTIONS,
      words: 0,
      load: async () => (await import("../stats/index.ts")).statsAction,
    }),
  ],
  [
    "context",
    defineCommand({
      summary: "Show what a session sends next, and what that costs.",
      usage: ["cox context [ID]"],
      about:
        "Parts of the next request with their tokens, which are estimates, the largest pieces, the price with a warm and a cold cache, and when the\ncache was last cold. Default: this folder's latest session. Nothing is sent, and the session may be open elsewhere.",
      options: CONTEXT_OPTIONS,
      words: 1,
      load: async () => (await import("../context/index.ts")).contextAction,
    }),
  ],
  [
    "models",
    defineCommand({
      summary: "List the models that can be asked.",
      usage: ["cox models [FILTER ...]"],
      about:
        "The models that there is a key or a local server for, with window, price per million tokens, images and levels of thinking; FILTER is a\npart of their names. Of one alone, all that is known.",
      options: MODELS_OPTIONS,
      load: async () => (await import("../models/index.ts")).modelsAction,
    }),
  ],
  [
    "auth",
    defineCommand({
      summary: "Show, keep and check the keys of providers.",
      usage: ["cox auth [list]", "cox auth set PROVIDER [--check]", "cox auth remove PROVIDER", "cox auth check [PROVIDER ...]"],
      about: "Keys are kept in a file that only you can read, and are never shown. One in the environment goes before a kept one.",
      lists: {
        Actions: {
          list: "Where the key of each provider comes from.",
          set: "Keep a key, which is typed without being shown, or piped in.",
          remove: "Forget a kept key.",
          check: "Ask each provider that there is a key for, or those named, whether it takes the key. Exit code 1 if not.",
        },
      },
      options: AUTH_OPTIONS,
      load: async () => (await import("../auth/index.ts")).authAction,
    }),
  ],
  [
    "skills",
    defineCommand({
      summary: "List the skills and prompt templates of this folder.",
      usage: ["cox skills"],
      about:
        'What a task in this folder can be begun with, as cox "/skill:NAME ..." or cox "/NAME ...": the project\'s, if it is trusted, and yours.',
      options: SKILLS_OPTIONS,
      words: 0,
      load: async () => (await import("../skills/index.ts")).skillsAction,
    }),
  ],
  [
    "agents",
    defineCommand({
      summary: "List the agents that can work for a task here.",
      usage: ["cox agents"],
      about:
        "Agents that the model gives parts of its task to, by name: the project's, if it is trusted, yours, and those that are always there, with\ntheir model where it is one of their own, and their tools.",
      options: AGENTS_OPTIONS,
      words: 0,
      load: async () => (await import("../agents/index.ts")).agentsAction,
    }),
  ],
  [
    "extensions",
    defineCommand({
      summary: "List what is loaded into cox here, and what it brings.",
      usage: ["cox extensions"],
      about:
        'Extensions are modules in TypeScript or JavaScript that bring tools, slash commands, hooks and the like: yours, those of the setting\n"extensions", and the project\'s, if it is trusted. They are loaded to be listed; what cannot be loaded is told, and why.',
      options: EXTENSIONS_OPTIONS,
      words: 0,
      load: async () => (await import("../extensions/index.ts")).extensionsAction,
    }),
  ],
  [
    "hooks",
    defineCommand({
      summary: "List the commands that have a say in runs here.",
      usage: ["cox hooks"],
      about:
        "In the order in which they are asked: yours, then the project's, if it is trusted, and those in Claude Code's files. Of each, whether it is\non, at which event and for which tools it is asked, and the file that it is from.",
      options: HOOKS_OPTIONS,
      words: 0,
      load: async () => (await import("../hooks/index.ts")).hooksAction,
    }),
  ],
  [
    "config",
    defineCommand({
      summary: "Show and change settings, and say where each is from.",
      usage: [
        "cox config [list] [--json]",
        "cox config get KEY",
        "cox config set KEY VALUE [--project]",
        "cox config unset KEY [--project]",
        "cox config path [--project]",
        "cox config schema",
      ],
      about: "What a task in this folder is worked on with. Flags that are settings too can be given, to see what they change.",
      lists: {
        Actions: {
          list: "Every setting with its value, and the file, variable or flag that it is from.",
          get: "The value of one, as budget.usd; exit code 1 when there is none.",
          set: "Write one to your settings, as JSON or as a text; all else in the file stays as it is, comments too.",
          unset: "Take one out of your settings.",
          path: "Where your settings are.",
          schema: "The JSON Schema of settings files, for editors.",
        },
      },
      options: CONFIG_OPTIONS,
      load: async () => (await import("../config/index.ts")).configAction,
    }),
  ],
  [
    "permissions",
    defineCommand({
      summary: "List what tools may do, judge a command by it, forget answers.",
      usage: [
        "cox permissions [list] [--json]",
        "cox permissions forget [--project|--always] RULE",
        "cox permissions explain [--settings FILE] COMMAND",
        "cox permissions explain [--settings FILE] --json",
      ],
      about:
        'What holds here: the mode, the rules of settings and of the command line, and what was answered for a project or for always. Deny beats ask\nbeats allow. Nothing is run. With --json and no command, explain reads calls, one a line as {"tool":"bash","command":"git status"}, and\nanswers each with its verdict and reasons.',
      lists: {
        Actions: {
          list: "The mode, the rules and the kept answers, and where each is from.",
          explain: "Say whether a command would be allowed, asked or denied here, and why.",
          forget: "Ask again about what was answered for this project or for always.",
        },
      },
      options: PERMISSIONS_OPTIONS,
      load: async () => (await import("../permissions/index.ts")).permissionsAction,
    }),
  ],
  [
    "trust",
    defineCommand({
      summary: "Say which projects' own settings, hooks and skills count.",
      usage: ["cox trust [DIR] [--yes]", "cox trust list", "cox trust revoke [DIR]"],
      about:
        "Shows what a project brings of its own: settings, hooks, extensions, agents, skills, prompt templates. Nothing of it is read before\nyou trust that folder. Default: the project of this one. Exit code 1 where it is not trusted in the end.",
      lists: {
        Actions: {
          list: "The folders that are trusted.",
          revoke: "Trust a project no more, also one that is gone.",
        },
      },
      options: TRUST_OPTIONS,
      load: async () => (await import("../trust/index.ts")).trustAction,
    }),
  ],
  [
    "doctor",
    defineCommand({
      summary: "Say what this machine has, and what is missing.",
      usage: ["cox doctor"],
      about: "Checks Node.js, folders, keys (which are never shown), local servers, ripgrep, the shell and the proxy.",
      options: {},
      words: 0,
      load: async () => (await import("../doctor/index.ts")).doctorAction,
    }),
  ],
  [
    "tour",
    defineCommand({
      summary: "Watch a scripted model mend a small project: no key needed.",
      usage: ["cox tour"],
      about: "Makes a small project with a failing test in a temporary folder, and mends it with the real loop, tools and session file.",
      options: {},
      words: 0,
      load: async () => (await import("../tour/index.ts")).tourAction,
    }),
  ],
  [
    "completion",
    defineCommand({
      summary: "Complete commands, options, models and sessions in a shell.",
      usage: ["cox completion bash|zsh|fish"],
      about:
        'A script for the shell, as eval "$(cox completion bash)" in ~/.bashrc. It asks `cox completion candidates -- WORD ...` for what could\nstand in the place of the last word, one a line.',
      options: {},
      load: async () => (await import("../completion/index.ts")).completionAction({ commands: COMMANDS, task: TASK }),
    }),
  ],
]);

/** What `cox` does when its first word is no command. */
export const TASK: Command = defineCommand({
  summary: "",
  usage: ['cox [options] "task"', "cox COMMAND --help"],
  about:
    "Works on a task in this folder: a model reads, edits and runs until it is done. What is piped in belongs to the task, and so do the\nfiles named in it as @path. Reading inside the folder is allowed; all else is asked, or needs --allow RULE, --mode MODE or --yes.\nCommands in the background end with the task, or with its program.",
  lists: {
    Commands: Object.fromEntries([...COMMANDS].map(([name, { summary }]) => [name, summary])),
    "In place of a task": SLASH_HELP,
  },
  options: TASK_OPTIONS,
  load: async () => (await import("../run/index.ts")).taskAction,
});
