import { MODELS_OPTIONS, SESSIONS_OPTIONS, TASK_OPTIONS } from "../options/index.ts";
import { type Command, defineCommand } from "./command.ts";

/** By the first word of the command line. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  [
    "sessions",
    defineCommand({
      summary: "List, show, rename and delete sessions.",
      usage: [
        "cox sessions [list] [--all]",
        "cox sessions show|path|delete ID",
        "cox sessions rename ID TITLE",
        "cox sessions check [ID|FILE ...] [--repair]",
      ],
      about: "Sessions are files that only grow, one for each conversation. The first letters of an id will do.",
      lists: {
        Actions: {
          list: "The sessions of this folder, the latest first.",
          show: "What was said and done in a session.",
          path: "Where a session's file is.",
          rename: "Give a session a title.",
          delete: "Move a session to the trash folder beside the sessions.",
          check: "Read sessions whole and say what is damaged; without any named, all. Exit code 1 for damage.",
        },
      },
      options: SESSIONS_OPTIONS,
      load: async () => (await import("../sessions/index.ts")).sessionsAction,
    }),
  ],
  [
    "models",
    defineCommand({
      summary: "List the models that can be asked.",
      usage: ["cox models [FILTER]"],
      about: "The models that there is a key or a local server for; FILTER is a part of their names.",
      options: MODELS_OPTIONS,
      load: async () => (await import("../models/index.ts")).modelsAction,
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
]);

/** What `cox` does when its first word is no command. */
export const TASK: Command = defineCommand({
  summary: "",
  usage: ['cox [options] "task"', "cox COMMAND --help"],
  about:
    "Works on a task in this folder: a model reads, edits and runs until it is done. What is piped in belongs to the task, and so do the\nfiles named in it as @path. Reading inside the folder is allowed; all else needs --allow TOOL or --yes.",
  lists: { Commands: Object.fromEntries([...COMMANDS].map(([name, { summary }]) => [name, summary])) },
  options: TASK_OPTIONS,
  load: async () => (await import("../run/index.ts")).taskAction,
});
