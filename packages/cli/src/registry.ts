import { type Arguments, type HelpPage, helpText, type OptionTable, parseArguments, UnknownNameError, UsageError } from "./argv/index.ts";
import {
  AGENTS,
  AUTH,
  BOARD,
  type CommandArguments,
  type CommandDeclaration,
  COMPLETION,
  CONFIG,
  CONTEXT,
  DOCTOR,
  EXTENSIONS,
  HOOKS,
  MCP,
  MODELS,
  PERMISSIONS,
  REDO,
  REVIEW,
  SEARCH,
  SESSIONS,
  SKILLS,
  STATS,
  TASK as TASK_DECLARATION,
  TOUR,
  TRUST_COMMAND,
  UNDO,
} from "./commands/index.ts";
import { EXIT, type ExitCode, type ProcessContext, version } from "./process/index.ts";

/** Runs a command with its parsed arguments. */
type Action<Declaration extends CommandDeclaration> = (
  given: CommandArguments<Declaration>,
  context: ProcessContext,
  help: () => string,
) => Promise<ExitCode>;

export interface Command {
  readonly summary: string;
  /** Source of its help and its completion. */
  readonly page: HelpPage;
  /** @param columns width to wrap to */
  readonly help: (columns: number) => string;
  /** @throws {UsageError} */
  readonly run: (argv: readonly string[], context: ProcessContext) => Promise<ExitCode>;
}

/** Options of every command. */
const COMMON_OPTIONS = {
  help: { short: "h", help: "Show this help." },
  version: { short: "v", help: "Show the version." },
} as const satisfies OptionTable;

/** @param load imports the action, and so everything that only this command needs */
const command = <Declaration extends CommandDeclaration>(declaration: Declaration, load: () => Promise<Action<Declaration>>): Command => {
  const { summary, maxArguments = Infinity, ...declared }: CommandDeclaration = declaration;
  const page: HelpPage = { ...declared, options: { ...declared.options, ...COMMON_OPTIONS } };
  const help = (columns: number): string => helpText(page, columns);
  return {
    summary,
    page,
    help,
    async run(argv, context) {
      const parsed = parseArguments(argv, page.options);
      const { help: showHelp, version: showVersion } = parsed.values as Arguments<typeof COMMON_OPTIONS>["values"];
      const extra = parsed.positionals[maxArguments];
      if (extra !== undefined) throw new UsageError(`unexpected argument: ${extra}`);
      // The page's options include the declaration's.
      if (showHelp !== true && showVersion !== true) return (await load())(parsed, context, () => help(context.stdout.columns));
      context.stdout.write(showHelp === true ? help(context.stdout.columns) : `${version()}\n`);
      return EXIT.done;
    },
  };
};

/** Commands by name, which is the first argument. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ["sessions", command(SESSIONS, async () => (await import("./sessions/index.ts")).sessionsAction)],
  [
    "board",
    command(BOARD, async () => {
      const { boardAction } = await import("./board/index.ts");
      return (args, context) => boardAction(args, context, runCommand);
    }),
  ],
  ["undo", command(UNDO, async () => (await import("./undo/index.ts")).undoAction)],
  ["redo", command(REDO, async () => (await import("./undo/index.ts")).redoAction)],
  [
    "review",
    command(REVIEW, async () => {
      const { reviewAction } = await import("./review/index.ts");
      return (args, context) => reviewAction(args, context, runCommand);
    }),
  ],
  ["search", command(SEARCH, async () => (await import("./actions/index.ts")).loadSearch())],
  ["stats", command(STATS, async () => (await import("./actions/index.ts")).loadStats())],
  ["context", command(CONTEXT, async () => (await import("./context/index.ts")).contextAction)],
  ["models", command(MODELS, async () => (await import("./actions/index.ts")).loadModels())],
  ["auth", command(AUTH, async () => (await import("./auth/index.ts")).authAction)],
  ["skills", command(SKILLS, async () => (await import("./actions/index.ts")).loadSkills())],
  ["agents", command(AGENTS, async () => (await import("./actions/index.ts")).loadAgents())],
  ["extensions", command(EXTENSIONS, async () => (await import("./actions/index.ts")).loadExtensions())],
  ["hooks", command(HOOKS, async () => (await import("./actions/index.ts")).loadHooks())],
  ["mcp", command(MCP, async () => (await import("./mcp/index.ts")).mcpAction)],
  ["config", command(CONFIG, async () => (await import("./config/index.ts")).configAction)],
  ["permissions", command(PERMISSIONS, async () => (await import("./permissions/index.ts")).permissionsAction)],
  ["trust", command(TRUST_COMMAND, async () => (await import("./trust/index.ts")).trustAction)],
  ["doctor", command(DOCTOR, async () => (await import("./doctor/index.ts")).doctorAction)],
  ["tour", command(TOUR, async () => (await import("./tour/index.ts")).tourAction)],
  [
    "completion",
    command(COMPLETION, async () => (await import("./completion/index.ts")).completionAction({ commands: COMMANDS, task: TASK })),
  ],
]);

/** The command without a name: `cox "task"`. */
export const TASK: Command = command(
  {
    ...TASK_DECLARATION,
    lists: {
      Commands: Object.fromEntries([...COMMANDS].map(([name, { summary }]) => [name, summary])),
      ...TASK_DECLARATION.lists,
    },
  },
  async () => {
    const { taskAction } = await import("./run/index.ts");
    return (args, context) => taskAction(args, context, runCommand);
  },
);

/** Runs a command by its name, which is the first word. @throws {UsageError} */
export const runCommand = async ([name = "", ...rest]: readonly string[], context: ProcessContext): Promise<ExitCode> => {
  const found = COMMANDS.get(name);
  if (found === undefined) throw new UnknownNameError("command", name, [...COMMANDS.keys()]);
  return found.run(rest, context);
};
